/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chromium over its DevTools protocol: JSON messages with a zero byte after each, to its descriptor 3 and
 * from its descriptor 4. */
#include "browser.h"
#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define PATIENCE_MS 60000

struct Browser {
  GSubprocess *process;
  int to, from;
  GByteArray *unread;
  char *folder, *session;
  guint last_id, complaints, pages;
};

/* ---- messages ---- */

static void write_all(int fd, const char *bytes, gsize size) {
  for (gsize done = 0; done < size;) {
    const gssize n = write(fd, bytes + done, size - done);
    g_assert_true(n > 0 || errno == EINTR);
    if (n > 0) done += (gsize)n;
  }
}

/* The next message. */
static JsonObject *receive(Browser *b) {
  for (;;) {
    const guint8 *end = b->unread->len ? memchr(b->unread->data, 0, b->unread->len) : NULL;
    if (end) {
      g_autoptr(JsonParser) parser = json_parser_new();
      g_assert_true(json_parser_load_from_data(parser, (const char *)b->unread->data, -1, NULL));
      JsonObject *message = json_object_ref(json_node_get_object(json_parser_get_root(parser)));
      g_byte_array_remove_range(b->unread, 0, (guint)(end - b->unread->data) + 1);
      return message;
    }
    struct pollfd ready = {b->from, POLLIN, 0};
    guint8 bytes[65536];
    g_assert_cmpint(poll(&ready, 1, PATIENCE_MS), >, 0);
    const gssize n = read(b->from, bytes, sizeof bytes);
    g_assert_cmpint(n, >, 0);
    g_byte_array_append(b->unread, bytes, (guint)n);
  }
}

static char *as_text(JsonObject *o) {
  JsonNode *node = json_node_alloc();
  json_node_init_object(node, o);
  char *text = json_to_string(node, FALSE);
  json_node_unref(node);
  return text;
}

static void listen(Browser *b, JsonObject *event) {
  const char *method = json_object_get_string_member_with_default(event, "method", "");
  g_autofree char *text = as_text(event);
  const gboolean on_console =
      g_str_equal(method, "Runtime.consoleAPICalled") && strstr(text, "\"type\":\"error\"");
  const gboolean logged = g_str_equal(method, "Log.entryAdded") && strstr(text, "\"level\":\"error\"");
  if (!g_str_equal(method, "Runtime.exceptionThrown") && !on_console && !logged) return;
  g_test_message("%s", text);
  b->complaints++;
}

/* Sends a command with its parameters (JSON) and waits for what it gives; to unref. */
static JsonObject *command(Browser *b, const char *method, const char *parameters) {
  const guint id = ++b->last_id;
  g_autofree char *session = b->session ? g_strdup_printf(",\"sessionId\":\"%s\"", b->session) : g_strdup("");
  g_autofree char *message =
      g_strdup_printf("{\"id\":%u,\"method\":\"%s\",\"params\":%s%s}", id, method, parameters, session);
  write_all(b->to, message, strlen(message) + 1);
  for (;;) {
    JsonObject *answer = receive(b);
    if (json_object_get_int_member_with_default(answer, "id", 0) != id) {
      listen(b, answer);
      json_object_unref(answer);
      continue;
    }
    if (!json_object_has_member(answer, "result")) {
      g_autofree char *text = as_text(answer);
      g_error("%s: %s", method, text);
    }
    JsonObject *result = json_object_ref(json_object_get_object_member(answer, "result"));
    json_object_unref(answer);
    return result;
  }
}

static void order(Browser *b, const char *method, const char *parameters) {
  json_object_unref(command(b, method, parameters));
}

static char *quoted(const char *text) {
  JsonNode *node = json_node_alloc();
  json_node_init_string(node, text);
  char *json = json_to_string(node, FALSE);
  json_node_unref(node);
  return json;
}

/* ---- start and end ---- */

static char *find_program(void) {
  static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
  char *path = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(names) && !path; i++) path = g_find_program_in_path(names[i]);
  return path;
}

static void attach(Browser *b) {
  JsonObject *target = command(b, "Target.createTarget", "{\"url\":\"about:blank\"}");
  g_autofree char *parameters = g_strdup_printf("{\"targetId\":\"%s\",\"flatten\":true}",
                                                json_object_get_string_member(target, "targetId"));
  json_object_unref(target);
  JsonObject *attached = command(b, "Target.attachToTarget", parameters);
  b->session = g_strdup(json_object_get_string_member(attached, "sessionId"));
  json_object_unref(attached);
  order(b, "Page.enable", "{}");
  order(b, "Runtime.enable", "{}");
  order(b, "Log.enable", "{}");
}

Browser *browser_start(void) {
  g_autofree char *program = find_program();
  if (!program) return NULL;
  Browser *b = g_new0(Browser, 1);
  b->folder = g_dir_make_tmp("acf-browser-XXXXXX", NULL);
  b->unread = g_byte_array_new();
  int commands[2], answers[2];
  g_assert_true(g_unix_open_pipe(commands, FD_CLOEXEC, NULL) && g_unix_open_pipe(answers, FD_CLOEXEC, NULL));
  g_autoptr(GSubprocessLauncher) launcher =
      g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_take_fd(launcher, commands[0], 3);
  g_subprocess_launcher_take_fd(launcher, answers[1], 4);
  g_autofree char *profile = g_strdup_printf("--user-data-dir=%s/profile", b->folder);
  b->process = g_subprocess_launcher_spawn(launcher, NULL, program, "--headless", "--no-sandbox",
                                           "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                                           "--hide-scrollbars", "--remote-debugging-pipe", profile, NULL);
  g_subprocess_launcher_close(launcher);
  g_assert_nonnull(b->process);
  b->to = commands[1];
  b->from = answers[0];
  attach(b);
  return b;
}

static void remove_tree(const char *folder) {
  g_autofree char *quoted_folder = g_shell_quote(folder), *line = g_strdup_printf("rm -rf %s", quoted_folder);
  g_spawn_command_line_sync(line, NULL, NULL, NULL, NULL);
}

void browser_stop(Browser *b) {
  if (!b) return;
  g_clear_pointer(&b->session, g_free);
  order(b, "Browser.close", "{}");
  close(b->to);
  close(b->from);
  g_subprocess_wait(b->process, NULL, NULL);
  g_object_unref(b->process);
  g_byte_array_unref(b->unread);
  remove_tree(b->folder);
  g_free(b->folder);
  g_free(b);
}

/* ---- what people do ---- */

char *browser_ask(Browser *b, const char *expression) {
  g_autofree char *json = quoted(expression);
  g_autofree char *parameters = g_strdup_printf(
      "{\"expression\":%s,\"awaitPromise\":true,\"returnByValue\":true,\"userGesture\":true}", json);
  JsonObject *result = command(b, "Runtime.evaluate", parameters);
  g_autofree char *text = as_text(result);
  if (json_object_has_member(result, "exceptionDetails")) g_error("%s: %s", expression, text);
  JsonObject *value = json_object_get_object_member(result, "result");
  JsonNode *node = json_object_has_member(value, "value") ? json_object_get_member(value, "value") : NULL;
  char *answer = !node ? g_strdup("undefined")
                 : JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING
                     ? json_node_dup_string(node)
                     : json_to_string(node, FALSE);
  json_object_unref(result);
  return answer;
}

void browser_open(Browser *b, const char *page) {
  g_autofree char *path = g_strdup_printf("%s/page-%u.html", b->folder, ++b->pages);
  g_autofree char *parameters = g_strdup_printf("{\"url\":\"file://%s\"}", path);
  g_assert_true(g_file_set_contents(path, page, -1, NULL));
  order(b, "Page.navigate", parameters);
  g_autofree char *ready = NULL;
  for (guint i = 0; i < 600 && !(ready && g_str_equal(ready, "yes")); i++) {
    g_usleep(50000);
    g_free(ready);
    ready = browser_ask(b, "location.protocol === 'file:' && document.readyState === 'complete' && "
                           "document.documentElement.dataset.ready || 'no'");
  }
  g_assert_cmpstr(ready, ==, "yes");
}

guint browser_complaints(const Browser *b) { return b->complaints; }

void browser_size(Browser *b, guint width, guint height) {
  g_autofree char *parameters =
      g_strdup_printf("{\"width\":%u,\"height\":%u,\"deviceScaleFactor\":1,\"mobile\":false}", width, height);
  order(b, "Emulation.setDeviceMetricsOverride", parameters);
}

void browser_prefer_dark(Browser *b, gboolean dark) {
  g_autofree char *parameters = g_strdup_printf(
      "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}", dark ? "dark" : "light");
  order(b, "Emulation.setEmulatedMedia", parameters);
}

void browser_click(Browser *b, const char *selector) {
  g_autofree char *json = quoted(selector);
  g_autofree char *expression =
      g_strdup_printf("(() => { const e = document.querySelector(%s); e.scrollIntoView({block: 'center'});"
                      "const r = e.getBoundingClientRect();"
                      "return `\"x\":${r.x + r.width / 2},\"y\":${r.y + r.height / 2}`; })()",
                      json);
  g_autofree char *at = browser_ask(b, expression);
  static const char *const types[] = {"mousePressed", "mouseReleased"};
  for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
    g_autofree char *parameters =
        g_strdup_printf("{\"type\":\"%s\",\"button\":\"left\",\"clickCount\":1,%s}", types[i], at);
    order(b, "Input.dispatchMouseEvent", parameters);
  }
}

void browser_press(Browser *b, const char *key) {
  static const char *const types[] = {"keyDown", "keyUp"};
  for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
    const gboolean prints = key[1] == '\0' && i == 0;
    g_autofree char *parameters =
        g_strdup_printf("{\"type\":\"%s\",\"key\":\"%s\",\"code\":\"%s\",\"windowsVirtualKeyCode\":%d%s%s%s}",
                        types[i], key, key, g_str_equal(key, "Tab") ? 9 : 0, prints ? ",\"text\":\"" : "",
                        prints ? key : "", prints ? "\"" : "");
    order(b, "Input.dispatchKeyEvent", parameters);
  }
}

void browser_picture(Browser *b, const char *path) {
  JsonObject *result =
      command(b, "Page.captureScreenshot", "{\"format\":\"png\",\"captureBeyondViewport\":true}");
  gsize size;
  g_autofree guchar *bytes = g_base64_decode(json_object_get_string_member(result, "data"), &size);
  g_assert_true(g_file_set_contents(path, (const char *)bytes, (gssize)size, NULL));
  json_object_unref(result);
}
