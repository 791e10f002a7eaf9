-- The time at which a request was handed out as the next one to call: of two members of staff who
-- ask at once, each gets another.
ALTER TABLE callbacks ADD COLUMN claimed_at BIGINT;

-- Requests that may be due for a call: server/callbacks/store/select-callbacks.ts, MAY_BE_DUE.
CREATE INDEX callbacks_may_be_due ON callbacks (number)
  WHERE outcome IS NULL OR outcome = 'noanswer' OR ring_again_at IS NOT NULL;
