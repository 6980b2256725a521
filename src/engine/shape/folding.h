/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of folding: numbers that become wider, and the digest. */
#ifndef ACF_SHAPE_FOLDING_H
#define ACF_SHAPE_FOLDING_H
#include "engine/shape/world.h"

typedef struct Widener Widener;
Widener *widener_new(const Program *p);
void widener_free(Widener *f);
/* rooted, by object: it counts as another place than what no variable points to. */
void widen_world(Widener *f, World *w, const gboolean *rooted);

/* Pointers to each object become pointers to that of the number given. */
void redirect_world(World *w, const guint *to);
/* Objects by name (NULL: a variable), so that equal states look the same. */
void put_in_order(World *w, char *const *names);
char *digest_world(const Program *p, World *w);
#endif
