/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine shape on lists that are changed in place: single objects come out of summaries, and what is
 * known of sharing must be right. */
#include "engine/engine.h"
#include "tests/helpers/sample.h"

#define LIST "struct node { int h; struct node *n; };\n"
#define DLIST "struct node { int h; struct node *n, *p; };\n"
#define NEW "malloc(sizeof(struct node))"
/* A list a of any length, of nodes that hold `value`. */
#define PUSH(value)                                                                                          \
  "struct node *a = 0, *p; while (any()) { struct node *x = " NEW "; x->h = " value "; x->n = a; a = x; }\n"

/* A list in which two nodes at a time, that hold these numbers, have a third in common. */
#define PAIRS(one, other)                                                                                    \
  "struct node { int h; struct node *n, *o; };\n"                                                            \
  "int main(void) { struct node *a = 0, *p; while (any()) { struct node *v = " NEW ", *x = " NEW             \
  ", *y = " NEW ";\n v->h = 1; v->n = v->o = 0; x->h = " one "; y->h = " other                               \
  "; x->o = v; y->o = v; x->n = y; y->n = a; a = x; }\n"

/* A ring of items around a head that is a variable. */
#define RING                                                                                                 \
  "struct link { struct link *n, *p; }; struct item { int h; struct link l; };\n"                            \
  "struct link head = {&head, &head};\n"                                                                     \
  "#define ITEM(q) ((struct item *)((char *)(q) - __builtin_offsetof(struct item, l)))\n"                    \
  "static void del(struct link *x) { x->n->p = x->p; x->p->n = x->n; }\n"                                    \
  "static void add(struct link *x, struct link *p, struct link *n) { n->p = x; x->n = n; x->p = p; p->n = "  \
  "x; }\n"

static const Sample provable[] = {
    {"update", LIST "int main(void) { " PUSH("1") " for (p = a; p; p = p->n) p->h = 2;\n"
                                                  " for (p = a; p; p = p->n) check(p->h == 2); }"},
    {"reverse", LIST
     "int main(void) { " PUSH("1") " struct node *b = 0;\n"
                                   " while (a) { struct node *t = a->n; a->h = 2; a->n = b; b = a; a = t; }\n"
                                   " for (; b; b = b->n) check(b->h == 2); }"},
    {"reverse-and-free",
     LIST "int main(void) { " PUSH("1") " struct node *b = 0;\n"
                                        " while (a) { struct node *t = a->n; a->n = b; b = a; a = t; }\n"
                                        " while (b) { struct node *t = b->n; check(b->h == 1); b->h = 0; "
                                        "free(b); b = t; } }"},
    {"delete",
     LIST "int main(void) { struct node *a = " NEW ", *p; a->h = 1; a->n = 0;\n"
          " while (any()) { struct node *x = " NEW "; x->h = any() ? 1 : 2; x->n = a->n; a->n = x; }\n"
          " p = a; while (p->n) { struct node *q = p->n; if (q->h == 2) { p->n = q->n; free(q); } else p = "
          "q; }\n for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"insert-in-the-middle",
     LIST "int main(void) { struct node *a = " NEW ", *p; a->h = 1; a->n = 0;\n"
          " while (any()) { struct node *x = " NEW "; x->h = 1; for (p = a; p->n && any(); p = p->n) ; x->n "
          "= p->n; p->n = x; }\n for (p = a; p; p = p->n) p->h = 5; for (p = a; p; p = p->n) check(p->h == "
          "5); }"},
    {"splice", LIST
     "int main(void) { int f = 1; struct node *a = " NEW ", *p = a, *b = 0, *c = 0;\n"
     " while (any()) { p->h = f ? 1 : 2; f = !f; p->n = " NEW "; p = p->n; } p->h = 3; p->n = 0; f = 1;\n"
     " for (p = a; p->h != 3;) { struct node *t = p; p = p->n; if (f) { t->n = b; b = t; } else { t->n = "
     "c; c = t; } f = !f; }\n for (p = b; p; p = p->n) check(p->h == 1); for (p = c; p; p = p->n) "
     "check(p->h == 2); }"},
    {"segment", LIST "int main(void) { " PUSH("1") " struct node *e = a; if (!e) return 0;\n"
                                                   " do { struct node *x = " NEW
                                                   "; x->n = a; a = x; } while (any());\n for (p = a; p; p = "
                                                   "p->n) p->h = 7; for (p = a; p != e; p = p->n) check(p != "
                                                   "0 && p->h == 7); }"},
    {"unlink", DLIST
     "int main(void) { struct node *a = " NEW ", *p; a->h = 1; a->n = a->p = 0;\n"
     " while (any()) { struct node *x = " NEW "; x->h = any() ? 1 : 2; x->n = a->n; x->p = a; if (a->n) "
     "a->n->p = x; a->n = x; }\n for (p = a->n; p;) { struct node *q = p->n; if (p->h == 2) { p->p->n = "
     "p->n; if (p->n) p->n->p = p->p; free(p); } p = q; }\n"
     " for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"back",
     DLIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 1; a->p = a->n = 0; while (any()) { "
           "struct node *x = " NEW "; x->h = 1; x->n = 0; x->p = p; p->n = x; p = x; }\n for (p = a; p->n; p "
           "= p->n) check(p->n->p == p); for (; p; p = p->p) check(p->h == 1); }"},
    {"ring",
     RING "int main(void) { struct link *q; while (any()) { struct item *x = malloc(sizeof *x); x->h = "
          "any() ? 1 : 2; add(&x->l, &head, head.n); }\n for (q = head.n; q != &head;) { struct link "
          "*t = q->n; if (ITEM(q)->h == 2) { del(q); free(ITEM(q)); } q = t; }\n"
          " for (q = head.n; q != &head; q = q->n) check(ITEM(q)->h == 1); }"},
    {"ring-emptied",
     RING "int main(void) { struct link *q; while (any()) { struct item *x = malloc(sizeof "
          "*x); x->h = 1; add(&x->l, head.p, &head); }\n while (head.n != &head) { q = "
          "head.n; check(ITEM(q)->h == 1); del(q); free(ITEM(q)); } check(head.p == &head); }"},
    {"queue",
     LIST "int main(void) { struct node *f = 0, *b = 0, *x; while (any()) { if (any()) { x = " NEW
          "; x->h = 1; x->n = 0; if (b) b->n = x; else f = x; b = x; }\n else if (f) { x = f; check(x->h == "
          "1); f = f->n; if (!f) b = 0; free(x); } } while (f) { x = f->n; check(f->h == 1); free(f); f = x; "
          "} }"},
    {"own-values",
     "struct node { int h; struct node *n, *o; };\n"
     "int main(void) { struct node *a = 0, *p; while (any()) { struct node *v = " NEW ", *x = " NEW
     ";\n v->h = 1; v->n = v->o = 0; x->h = any() ? 0 : 5; x->o = v; x->n = a; a = x; }\n"
     " for (p = a; p; p = p->n) if (p->h == 0) p->o->h = 2;\n"
     " for (p = a; p; p = p->n) if (p->h == 5) check(p->o->h == 1); }"},
    {"free-one-of-two",
     LIST "int main(void) { " PUSH("1") " struct node *b = 0; while (any()) { struct node *x = " NEW
                                        "; x->h = 1; x->n = b; b = x; }\n while (a) { p = a->n; free(a); a = "
                                        "p; } for (p = b; p; p = p->n) check(p->h == 1); }"},
};

static const Sample failing[] = {
    {"update-half", LIST "int main(void) { " PUSH("1") " for (p = a; p && any(); p = p->n) p->h = 2;\n"
                                                       " for (p = a; p; p = p->n) check(p->h == 2); }"},
    {"update-from-second", LIST "int main(void) { " PUSH("1") " for (p = a ? a->n : a; p; p = p->n) p->h = "
                                                              "2;\n for (p = a; p; p = p->n) check(p->h == "
                                                              "2); }"},
    {"update-all-but-last",
     LIST "int main(void) { " PUSH("1") " for (p = a; p && p->n; p = p->n) p->h = 2;\n"
                                        " for (p = a; p; p = p->n) check(p->h == 2); }"},
    {"cyclic", LIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 1;\n"
                    " while (any()) { p->n = " NEW "; p = p->n; p->h = 1; } p->n = a;\n"
                    " int c = 0; p = a; while (any()) { check(p->h == 1); p->h = 2; p = p->n; } }"},
    {"cyclic-in-the-middle", LIST
     "int main(void) { " PUSH("1") " struct node *m = a; while (m && any()) m = m->n; if (!m) return 0;\n"
                                   " for (p = a; p->n; p = p->n) ; p->n = m;\n"
                                   " for (p = a; any(); p = p->n) { check(p->h == 1); p->h = 2; } }"},
    {"shared-tail",
     LIST "int main(void) { " PUSH("1") " struct node *x = " NEW ", *y = " NEW "; x->n = a; y->n = a; x->h = "
                                        "y->h = 1;\n for (p = x; p; p = p->n) p->h = 2; for (p = y->n; p; p "
                                        "= p->n) check(p->h == 1); }"},
    {"shared-in-the-middle", LIST
     "int main(void) { " PUSH("1") " struct node *b = 0, *q; while (any()) { struct node *x = " NEW
                                   "; x->h = 1; x->n = b; b = x; }\n for (p = a; p && any(); p = p->n) ; "
                                   "for (q = b; q && q->n; q = q->n) ; if (!p || !q) return 0; q->n = "
                                   "p;\n for (p = a; p; p = p->n) p->h = 2; for (p = b; p; p = p->n) "
                                   "check(p->h == 1); }"},
    {"many-to-one",
     LIST "int main(void) { struct node *t = " NEW ", *a = 0, *p; t->h = 1; t->n = 0;\n"
          " while (any()) { struct node *x = " NEW ", *y = " NEW "; x->h = y->h = 0; x->n = t; y->n = a; a = "
          "y; y->h = 0; struct node *z = " NEW "; z->h = 3; z->n = x; y->n = z; a = y; }\n"
          " if (a && a->n && a->n->n && a->n->n->n) { a->n->n->n->h = 2; check(t->h == 1); } }"},
    {"pairs",
     "struct node { int h; struct node *n, *o; };\n"
     "int main(void) { struct node *a = 0, *p; while (any()) { struct node *v = " NEW ", *x = " NEW ", *y = "
     "" NEW ";\n v->h = 1; v->n = v->o = 0; x->h = y->h = 0; x->o = v; y->o = v; x->n = y; y->n = a; a = x; "
     "}\n if (!a) return 0; p = a->n; a->o->h = 2; if (p) check(p->o->h == 1); }"},
    {"pairs-far",
     "struct node { int h; struct node *n, *o; };\n"
     "int main(void) { struct node *a = 0, *p; while (any()) { struct node *v = " NEW ", *x = " NEW ", *y = "
     "" NEW ";\n v->h = 1; v->n = v->o = 0; x->h = y->h = 0; x->o = v; y->o = v; x->n = y; y->n = a; a = x; "
     "}\n for (p = a; p && any(); p = p->n) ; if (!p) return 0; p->o->h = 2;\n for (p = a; p; p = p->n) "
     "check(p->o->h == 1); }"},
    {"pairs-apart", PAIRS("0", "5") " for (p = a; p; p = p->n) if (p->h == 0 && any()) p->o->h = 2;\n"
                                    " for (p = a; p; p = p->n) if (p->h == 5) check(p->o->h == 1); }"},
    {"pairs-freed", PAIRS("0", "5") " for (p = a; p && any(); p = p->n) ; if (p && p->h == 0) free(p->o);\n"
                                    " for (p = a; p; p = p->n) if (p->h == 5) check(p->o->h == 1); }"},
    {"pairs-of-one-kind",
     "struct node { int h; struct node *n, *o; };\n"
     "static struct node *make(int h, struct node *n, struct node *o) { struct node *x = " NEW
     "; x->h = h; x->n = n; x->o = o; return x; }\n"
     "int main(void) { struct node *a = 0, *p; while (any()) { struct node *v = make(1, 0, 0); a = make(5, "
     "a, "
     "v); a = make(0, a, v); }\n for (p = a; p; p = p->n) if (p->h == 0 && any()) p->o->h = 2;\n"
     " for (p = a; p; p = p->n) if (p->h == 5) check(p->o->h == 1); }"},
    {"one-for-all",
     "struct node { int h; struct node *n, *o; };\n"
     "int main(void) { struct node *a = 0, *p, *v = " NEW "; v->h = 1; v->n = v->o = 0;\n"
     " while (any()) { struct node *x = " NEW "; x->h = any() ? 0 : 5; x->n = a; x->o = v; a = x; } v = 0;\n"
     " for (p = a; p; p = p->n) if (p->h == 0 && any()) p->o->h = 2;\n"
     " for (p = a; p; p = p->n) if (p->h == 5) check(p->o->h == 1); }"},
    {"some-in-common",
     "struct node { int h; struct node *n, *o; };\n"
     "static struct node *make(int h, struct node *n, struct node *o) { struct node *x = " NEW
     "; x->h = h; x->n = n; x->o = o; return x; }\n"
     "int main(void) { struct node *a = 0, *p; while (any()) { struct node *v = make(1, 0, 0); a = make(5, "
     "a, "
     "v); a = make(0, a, any() ? v : make(1, 0, 0)); }\n"
     " while (any()) { a = make(5, a, make(1, 0, 0)); a = make(0, a, make(1, 0, 0)); }\n"
     " for (p = a; p; p = p->n) if (p->h == 0 && any()) p->o->h = 2;\n"
     " for (p = a; p; p = p->n) if (p->h == 5) check(p->o->h == 1); }"},
    {"shared-later",
     "struct node { int h; struct node *n, *o; };\n"
     "int main(void) { struct node *a = 0, *p, *q; while (any()) { struct node *v = " NEW ", *x = " NEW
     ";\n v->h = 1; v->n = v->o = 0; x->h = any() ? 0 : 5; x->o = v; x->n = a; a = x; }\n"
     " for (p = a; p && (p->h != 0 || any()); p = p->n) ; for (q = a; q && (q->h != 5 || any()); q = q->n) "
     ";\n"
     " if (!p || !q) return 0; p->o = q->o;\n"
     " for (p = a; p; p = p->n) if (p->h == 0) p->o->h = 2;\n"
     " for (p = a; p; p = p->n) if (p->h == 5) check(p->o->h == 1); }"},
    {"alias-kept", LIST
     "int main(void) { " PUSH("1") " struct node *k = a; while (k && any()) k = k->n; if (!k) return 0;\n"
                                   " for (p = a; p; p = p->n) p->h = 2; check(k->h == 1); }"},
    {"alias-in-a-variable", LIST
     "struct node *k;\nint main(void) { " PUSH("1") " k = a; while (k && any()) k = k->n; if (!k) return "
                                                    "0;\n for (p = a; p; p = p->n) p->h = 2; check(k->h "
                                                    "== 1); }"},
    {"inserted-twice",
     LIST "int main(void) { " PUSH("1") " struct node *b = 0, *t; while (a) { t = a->n; a->n = b; b = a; if "
                                        "(any()) a = t; }\n for (p = b; p; p = p->n) { check(p->h == 1); "
                                        "p->h = 2; } }"},
    {"deleted-too-few",
     LIST "int main(void) { struct node *a = " NEW ", *p; a->h = 1; a->n = 0;\n"
          " while (any()) { struct node *x = " NEW "; x->h = any() ? 1 : 2; x->n = a->n; a->n = x; }\n"
          " p = a; while (p->n) { struct node *q = p->n; if (q->h == 2) { p->n = q->n; if (p->n) p = p->n; } "
          "else p = q; }\n for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"freed-still-there",
     LIST "int main(void) { " PUSH("1") " for (p = a; p && any(); p = p->n) ; if (p) free(p);\n"
                                        " for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"freed-and-new",
     LIST "int main(void) { " PUSH("1") " if (!a) return 0; struct node *old = a; a = a->n; free(old); "
                                        "struct node *x = " NEW "; check(x != old); }"},
    {"one-alone", LIST "int main(void) { struct node *a = 0, *p; do { struct node *x = " NEW
                       "; x->h = 1; x->n = a; a = x; } while (any());\n check(a->n != 0); }"},
    {"two-alone", LIST "int main(void) { struct node *a = 0, *p; int c = 0; do { struct node *x = " NEW
                       "; x->h = 1; x->n = a; a = x; } while (any());\n for (p = a; p; p = p->n) { c++; p->h "
                       "= c; } for (p = a; p; p = p->n) check(p->h != 3); }"},
    {"reverse-loses",
     LIST "int main(void) { " PUSH("1") " struct node *b = 0; int n = 0, m = 0; for (p = a; p; p = p->n) n = "
                                        "1;\n while (a) { struct node *t = a->n; a->n = 0; b = a; a = t; m = "
                                        "1; } check(!b || b->n || !n); }"},
    {"unlink-wrong", DLIST
     "int main(void) { struct node *a = " NEW ", *p; a->h = 1; a->n = a->p = 0;\n"
     " while (any()) { struct node *x = " NEW "; x->h = any() ? 1 : 2; x->n = a->n; x->p = a; if (a->n) "
     "a->n->p = x; a->n = x; }\n for (p = a->n; p; p = p->n) if (p->h == 2) { p->p->n = p->n; }\n"
     " for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"back-is-not-inverse",
     DLIST "int main(void) { struct node *a = 0, *p; while (any()) { struct node *x = " NEW
           "; x->h = 1; x->n = a; x->p = 0; if (a && any()) a->p = x; a = x; }\n for (p = a; p && p->n; p = "
           "p->n) check(p->n->p == p); }"},
    {"back-to-another", DLIST
     "int main(void) { struct node *a = " NEW ", *p = a; a->h = 1; a->p = a->n = 0; while (any()) { "
     "struct node *x = " NEW "; x->h = 1; x->n = 0; x->p = any() ? p : a; p->n = x; p = x; }\n for (p = "
     "a; p->n; p = p->n) check(p->n->p == p); }"},
    {"back-broken",
     DLIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 1; a->p = a->n = 0; while (any()) { "
           "struct node *x = " NEW "; x->h = 1; x->n = 0; x->p = p; p->n = x; p = x; }\n for (p = a; p && "
           "any(); p = p->n) ; if (!p || !p->n) return 0; p->n->p = a;\n for (p = a; p->n; p = p->n) "
           "check(p->n->p == p); }"},
    {"forth-broken",
     DLIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 1; a->p = a->n = 0; while (any()) { "
           "struct node *x = " NEW "; x->h = 1; x->n = 0; x->p = p; p->n = x; p = x; }\n struct node *e = p; "
           "for (p = a; p && any(); p = p->n) ; if (!p) return 0; p->n = e;\n for (p = a; p->n; p = p->n) "
           "check(p->n->p == p); }"},
    {"unlink-half", DLIST
     "int main(void) { struct node *a = " NEW ", *p; a->h = 1; a->n = a->p = 0;\n"
     " while (any()) { struct node *x = " NEW "; x->h = any() ? 1 : 2; x->n = a->n; x->p = a; if (a->n) "
     "a->n->p = x; a->n = x; }\n for (p = a->n; p;) { struct node *q = p->n; if (p->h == 2) { p->p->n = "
     "p->n; } p = q; }\n for (p = a; p->n; p = p->n) ; for (; p; p = p->p) check(p->h == 1); }"},
    {"back-to-twins", DLIST
     "int main(void) { struct node *a = 0, *p; while (any()) { struct node *x = " NEW ", *y = " NEW
     ", *z = " NEW ";\n z->h = 3; z->n = 0; z->p = x; x->h = 0; x->n = z; y->h = 5; y->n = z; x->p = y; "
     "y->p = a; a = x; }\n for (p = a; p; p = p->p) if (p->h == 5) check(p->n->p == p); }"},
    {"ring-emptied-wrong", RING
     "int main(void) { struct link *q; while (any()) { struct item *x = malloc(sizeof *x); x->h = 1; "
     "add(&x->l, head.p, &head); }\n while (head.n != &head) { q = head.n; head.n = q->n; } check(head.p "
     "== &head); }"},
    {"ring-keeps-one",
     RING "int main(void) { struct link *q; while (any()) { struct item *x = malloc(sizeof "
          "*x); x->h = any() ? 1 : 2; add(&x->l, &head, head.n); }\n for (q = head.n; q != "
          "&head; q = q->n) if (ITEM(q)->h == 2) { del(q); q = q->n; if (q == &head) break; "
          "}\n for (q = head.n; q != &head; q = q->n) check(ITEM(q)->h == 1); }"},
    {"queue-mixed",
     LIST "int main(void) { struct node *f = 0, *b = 0, *x; while (any()) { if (any()) { x = " NEW
          "; x->h = any() ? 1 : 2; x->n = 0; if (b) b->n = x; else f = x; b = x; }\n else if (f) { x = f; "
          "f = f->n; if (!f) b = 0; check(x->h == 1 || !f || f->h == 1); free(x); } } }"},
    {"two-offsets",
     "struct node { struct node *n; int h; struct node *m; };\n"
     "int main(void) { struct node *a = 0, *b = 0, *p; while (any()) { struct node *x = " NEW
     "; x->h = 1; x->n = a; x->m = b; a = x; b = x; }\n if (!a || !a->n) return 0; p = a->m; p->h = 2; "
     "check(a->n->h == 1); }"},
    {"copied-pointer",
     LIST "int main(void) { " PUSH("1") " struct node *x = " NEW ", *y = " NEW "; x->h = 1; x->n = a; "
                                        "memcpy(y, x, sizeof *y);\n for (p = x->n; p; p = p->n) p->h = 2; "
                                        "for (p = y->n; p; p = p->n) check(p->h == 1); }"},
};

static void ask(const char *source, AnswerKind kind) {
  Loaded l = sample_load(source);
  Question q = sample_question(&l);
  q.condition = term_bool(TRUE);
  Answer *a = shape_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, kind);
  answer_free(a);
  sample_free(&l);
}

static void test_provable(gconstpointer data) { ask(((const Sample *)data)->source, ANSWER_SAFE); }

static void test_failing(gconstpointer data) { ask(((const Sample *)data)->source, ANSWER_UNKNOWN); }

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/shape-lists/provable", provable, G_N_ELEMENTS(provable), test_provable);
  sample_add_tests("/shape-lists/failing", failing, G_N_ELEMENTS(failing), test_failing);
  return g_test_run();
}
