/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guard as a member of a JSON object. */
#include "export/guard-json.h"
#include "export/guard.h"

void json_add_guard(JsonBuilder *b, const Cfc *c) {
  g_auto(Guard) g = guard_find(c);
  json_builder_set_member_name(b, "guard");
  json_builder_begin_object(b);
  if (g.reason) json_add_string(b, "reason", g.reason);
  if (!g.reason) {
    g_autofree char *condition = guard_condition(c), *check = guard_check(c);
    json_add_string(b, "file", g.after.file ? g.after.file : c->program->path);
    json_add_int(b, "line", g.after.line);
    json_add_int(b, "column", g.after.column);
    json_add_string(b, "condition", condition);
    json_add_string(b, "check", check);
  }
  json_builder_end_object(b);
}
