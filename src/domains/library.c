/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Domains of shared objects.  Their code runs only in children with limits, but for what loading runs. */
#include "domains/registry.h"
#include <dlfcn.h>
#include <string.h>

static gboolean wrong(GError **error, const char *what) {
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s", what);
  return FALSE;
}

static gboolean is_name(const char *name) {
  return name && *name && strlen(name) < 64 &&
         strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

gboolean domains_check(const AcfDomain *d, GError **error) {
  if (d->version != ACF_DOMAIN_VERSION)
    return wrong(error, "the table is of another version of acf/domain.h");
  if (!is_name(d->name))
    return wrong(error, "the domain's name is not of lower-case letters, digits and hyphens");
  if (!d->library || !d->about) return wrong(error, "library or about is missing");
  if (d->values > ACF_DOUBLES) return wrong(error, "the values are none of AcfValues");
  if (d->values == ACF_MACHINE && d->bits != 8 && d->bits != 16 && d->bits != 32 && d->bits != 64)
    return wrong(error, "bits is not 8, 16, 32 or 64");
  if (!d->top || !d->bottom || !d->from_constraints || !d->copy || !d->free || !d->dimension || !d->leq ||
      !d->equal || !d->is_bottom || !d->is_top || !d->join || !d->meet || !d->assign || !d->project ||
      !d->cond)
    return wrong(error, "a function that a domain must have is NULL");
  return TRUE;
}

const AcfDomain *domains_load(const char *path, GError **error) {
  g_autofree char *full = g_canonicalize_filename(path, NULL);
  void *library = dlopen(full, RTLD_NOW | RTLD_LOCAL);
  const AcfDomain *d = library ? dlsym(library, ACF_DOMAIN_SYMBOL) : NULL;
  if (!d) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s", dlerror());
    return NULL;
  }
  if (domains_check(d, error)) return d;
  g_prefix_error(error, "%s: ", path);
  return NULL;
}
