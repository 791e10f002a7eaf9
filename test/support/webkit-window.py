"""
A window of WebKitGTK that a driver may steer, since Debian's MiniBrowser cannot be narrower than
447 px. Argument: a script to run at the start of every document.
"""
import sys
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
view.get_user_content_manager().add_script(
    WebKit2.UserScript(
        sys.argv[1],
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
    )
)
window = Gtk.Window(decorated=False)
window.add(view)
window.show_all()
# No window manager does it.
window.get_window().focus(0)
context.connect(
    "automation-started",
    lambda _, session: session.connect("create-web-view", lambda _: view),
)
Gtk.main()
