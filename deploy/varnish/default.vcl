vcl 4.1;

# A shared cache in front of two replicas of the site. Start it with
#
#   varnishd -f default.vcl -a :80 -a purge=127.0.0.1:8081 -p http_gzip_support=off -s malloc,256m
#
# http_gzip_support=off: the site compresses its pages itself, once and better than a cache can in passing; with it on, Varnish asks
# for gzip alone and no visitor gets brotli. The listener called "purge" takes PURGE requests: give it the address of this machine in the
# network of the replicas, never a public one. A log without queries (a preview's holds a secret), Referer and addresses:
#
#   varnishncsa -F '%{%Y-%m-%dT%H:%M:%S%z}t %m %U %s %b %{Varnish:hitmiss}x'

import directors;
import std;

# A replica that drains says so a few seconds (DRAIN_DELAY_SECONDS) before it stops taking connections: one failed probe is enough.
probe ready {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 1s;
    .window = 1;
    .threshold = 1;
    .initial = 0;
}

backend site_a {
    .host = "site-a";
    .port = "3000";
    # Above the site's own limit for the PHP backend (10 s), so that its 504 reaches the visitor.
    .first_byte_timeout = 15s;
    .between_bytes_timeout = 15s;
    .connect_timeout = 1s;
    .probe = ready;
}

backend site_b {
    .host = "site-b";
    .port = "3000";
    .first_byte_timeout = 15s;
    .between_bytes_timeout = 15s;
    .connect_timeout = 1s;
    .probe = ready;
}

# Who may send PURGE. Private networks: keep only those of your replicas.
acl replicas {
    "127.0.0.1";
    "::1";
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
    "fc00::"/7;
}

sub vcl_init {
    new site = directors.round_robin();
    site.add_backend(site_a);
    site.add_backend(site_b);
}

sub vcl_recv {
    set req.backend_hint = site.backend();
    # Ours alone, see below.
    unset req.http.X-Query;

    if (req.method == "PURGE") {
        if (local.socket != "purge") {
            return (synth(405));
        }
        if (client.ip !~ replicas) {
            return (synth(403));
        }
        return (purge);
    }
    if (local.socket == "purge") {
        return (synth(404));
    }

    # Every replica keeps its own copy of the posts, so each gets the webhook: see vcl_deliver.
    if (req.url == "/webhooks/contentful" && req.method == "POST") {
        if (!std.cache_req_body(1MB)) {
            return (synth(413));
        }
        if (req.restarts == 0) {
            set req.backend_hint = site_a;
        } else {
            set req.backend_hint = site_b;
        }
        return (pass);
    }

    # The site sends no cookies, and its public pages depend on none of these.
    unset req.http.Cookie;
    unset req.http.Authorization;
    unset req.http.Forwarded;
    unset req.http.X-Forwarded-Host;
    unset req.http.X-Forwarded-Proto;

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # A draft is the editor's alone, and a search one visitor's; the blog data and the health of a replica are never kept.
    if (req.url ~ "^/(preview|search|readyz|healthz)(\?|$)" || req.url ~ "^/api/") {
        return (pass);
    }

    # A query changes no page, so it makes no second copy: it is set aside, and given back to redirects in vcl_deliver.
    if (req.url ~ "\?") {
        set req.http.X-Query = regsub(req.url, "^[^?]*", "");
        set req.url = regsub(req.url, "\?.*$", "");
    }

    # Three copies of a page at most, one for each encoding that the site makes.
    if (req.http.Accept-Encoding ~ "(^|[\s,])br\s*(,|;\s*q=(1|0\.0*[1-9])|$)") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "(^|[\s,])gzip\s*(,|;\s*q=(1|0\.0*[1-9])|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # While a replica is well, no page older than a day (stale-while-revalidate); with none left, whatever is kept.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 24h;
    }
    return (hash);
}

# The path alone: neither Host nor anything else that a client writes can make or choose a copy.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_fetch {
    unset bereq.http.X-Query;
}

sub vcl_backend_response {
    # A refresh behind the visitor's back that fails leaves the old copy where it is.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # Only what the site itself says may be kept.
    if (beresp.http.Cache-Control !~ "s-maxage|max-age" || beresp.http.Cache-Control ~ "no-store|no-cache|private"
        || beresp.status >= 400 || beresp.ttl <= 0s) {
        set beresp.uncacheable = true;
        set beresp.ttl = 10s; # for this long, visitors do not queue to find that out again
        return (deliver);
    }
    # The site's stale-if-error: a week.
    set beresp.grace = 7d;
    return (deliver);
}

sub vcl_deliver {
    if (req.url == "/webhooks/contentful" && req.method == "POST" && req.restarts == 0) {
        return (restart);
    }
    if (resp.status == 301 && req.http.X-Query && resp.http.Location !~ "\?") {
        set resp.http.Location = resp.http.Location + req.http.X-Query;
    }
    if (obj.uncacheable) {
        set resp.http.X-Cache = "pass";
    } elsif (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
    unset resp.http.Via;
    unset resp.http.X-Varnish;
}

sub vcl_backend_error {
    # A replica ended between two probes: the other one answers. Only requests that may be repeated are.
    if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries == 0 && !bereq.is_bgfetch) {
        return (retry);
    }
    # Nothing is left to show.
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "10";
    set beresp.body = "The site cannot be reached for a moment. Please try again." + {"
"};
    return (deliver);
}

sub vcl_synth {
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    set resp.body = resp.reason + {"
"};
    return (deliver);
}
