-- Callback requests. Nothing here fails when the table is there: builds without versions made it.
CREATE TABLE IF NOT EXISTS callbacks (
  number :SERIAL_KEY,
  id TEXT NOT NULL UNIQUE,
  -- Times are milliseconds since 1970.
  received_at BIGINT NOT NULL,
  -- JSON, so that a form with another field needs no other table.
  fields TEXT NOT NULL,
  flags TEXT NOT NULL DEFAULT '',
  page TEXT,
  -- Keys that identify a returning caller, whatever the spelling.
  caller_number TEXT,
  caller_email TEXT,
  digest TEXT UNIQUE,
  outcome TEXT,
  note TEXT NOT NULL DEFAULT '',
  ring_again_at BIGINT,
  changed_by TEXT,
  changed_at BIGINT,
  former TEXT,
  version INTEGER NOT NULL DEFAULT 0,
  opened_by TEXT,
  opened_at BIGINT
);
CREATE INDEX IF NOT EXISTS callbacks_received_at ON callbacks (received_at);
CREATE INDEX IF NOT EXISTS callbacks_caller_number ON callbacks (caller_number);
CREATE INDEX IF NOT EXISTS callbacks_caller_email ON callbacks (caller_email);

-- The outbox: a row for each request and channel.
CREATE TABLE IF NOT EXISTS callback_deliveries (
  number BIGINT NOT NULL REFERENCES callbacks ON DELETE CASCADE,
  channel TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  since BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  at BIGINT,
  reason TEXT,
  PRIMARY KEY (number, channel)
);
CREATE INDEX IF NOT EXISTS callback_deliveries_open
  ON callback_deliveries (state, channel, number, due_at) WHERE state <> 'delivered';

-- Everything that staff saved. A save with an outcome is a call.
CREATE TABLE IF NOT EXISTS callback_saves (
  number BIGINT NOT NULL REFERENCES callbacks ON DELETE CASCADE,
  -- The version that the request had once this was saved.
  version INTEGER NOT NULL,
  outcome TEXT,
  saved_by TEXT NOT NULL,
  saved_at BIGINT NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (number, version)
);

-- The last confirmation to each address, which is hashed.
CREATE TABLE IF NOT EXISTS callback_confirmations (
  address TEXT PRIMARY KEY,
  number BIGINT NOT NULL REFERENCES callbacks ON DELETE CASCADE,
  at BIGINT NOT NULL
);

-- The last notices about a kind of channel to each receiver.
CREATE TABLE IF NOT EXISTS callback_notices (
  channel TEXT PRIMARY KEY,
  told TEXT NOT NULL,
  failing_at BIGINT NOT NULL,
  working_at BIGINT NOT NULL DEFAULT 0
);

-- The time of the last use, which tells a wrong clock.
CREATE TABLE IF NOT EXISTS callback_store_use (
  single INTEGER PRIMARY KEY CHECK (single = 1),
  last_used_at BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS last_backup (
  single INTEGER PRIMARY KEY CHECK (single = 1),
  made_at BIGINT NOT NULL
);

-- Visitors' actions by week and page.
CREATE TABLE IF NOT EXISTS weekly_counts (
  week TEXT NOT NULL,
  what TEXT NOT NULL,
  page TEXT NOT NULL,
  many BIGINT NOT NULL,
  PRIMARY KEY (week, what, page)
);

-- The last good copy of the content, and every slug that ever was.
CREATE TABLE IF NOT EXISTS blog_rows (
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  number BIGINT NOT NULL,
  version TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (source, kind, key)
);
