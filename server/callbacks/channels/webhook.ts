import { createHmac } from 'node:crypto';
import type { Deliver } from './channel.ts';
import { post } from './post.ts';

/**
 * Posts a callback request as JSON, signed so that the receiver can verify the sender: `v1` is the
 * HMAC-SHA256 of `t.body`, with `t` in Unix seconds so that an old request cannot be replayed.
 */
export function createWebhookChannel({ url, secret }: { url: string; secret: string }): Deliver {
  return ({ id, receivedAt, fields, flags, traceparent }, signal) => {
    const body = JSON.stringify({ id, receivedAt, ...fields, flags });
    const time = Math.floor(Date.now() / 1000);
    const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': id,
      'x-callback-signature': `t=${time},v1=${digest}`,
      ...(traceparent && { traceparent }),
    };
    return post(url, { headers, body }, signal, async (response) => {
      await response.body?.cancel();
      return true;
    });
  };
}
