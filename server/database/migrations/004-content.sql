-- The last good copy of each source of content. The table blog_rows of earlier versions is left to
-- them.
CREATE TABLE content_snapshots (
  source TEXT NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL,
  read_at BIGINT NOT NULL,
  value TEXT NOT NULL
);

-- The entry that was last seen under each slug.
CREATE TABLE content_slugs (
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  slug TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  PRIMARY KEY (source, kind, slug)
);

-- The number of writes of each source, which replicas poll.
CREATE TABLE content_changes (
  source TEXT NOT NULL PRIMARY KEY,
  number BIGINT NOT NULL
);
