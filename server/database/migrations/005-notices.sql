-- The notices to staff: a row for each thing that can fail and each receiver, with the columns of an
-- outbox.
CREATE TABLE notice_deliveries (
  number :SERIAL_KEY,
  -- A kind of channel, or something else that the site checks.
  kind TEXT NOT NULL,
  channel TEXT NOT NULL,
  -- The last notice, and when what it reports began.
  notice TEXT NOT NULL,
  began_at BIGINT NOT NULL,
  -- When the last notice of each sort was queued.
  failing_at BIGINT NOT NULL,
  working_at BIGINT NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  since BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  at BIGINT,
  reason TEXT,
  UNIQUE (kind, channel)
);

-- The notices of earlier versions, whose table is left to them. Their key is "KIND RECEIVER".
INSERT INTO notice_deliveries
    (kind, channel, notice, began_at, failing_at, working_at, state, since, due_at, at)
  SELECT kind, substr(callback_notices.channel, length(kind) + 2), told, failing_at, failing_at,
    working_at, 'delivered', failing_at, failing_at, failing_at
  FROM callback_notices
  JOIN (SELECT 'php' AS kind UNION ALL SELECT 'mail' UNION ALL SELECT 'webhook'
    UNION ALL SELECT 'callbacks' UNION ALL SELECT 'backup' UNION ALL SELECT 'content'
    UNION ALL SELECT 'certificate') AS kinds
    ON callback_notices.channel LIKE kind || ' %';
