import { expect, test } from 'vitest';
import { startReceiver } from '../../../test/fakes/receiver.ts';
import {
  dueDelivery,
  neverAborted,
  siteUrls,
} from '../../../test/support/callbacks/channel-site.ts';
import { describeFlags } from '../store/stored-callback.ts';
import { createWebhookChannel } from './webhook.ts';

const DESK_URL = 'https://desk.example.com';

/** Returns the body that a receiver of this format gets for this name and number. */
async function requestTo(
  format: 'slack' | 'teams',
  name: string,
  mobile: string,
  deskUrl: string | null = null,
) {
  const { origin, requests } = await startReceiver(200, 'ok');
  const deliver = createWebhookChannel(
    { url: `${origin}/hook`, format, secret: '' },
    siteUrls(deskUrl),
  );
  const due = dueDelivery({ name, mobile }, { flags: ['honeypot'] });
  expect(await deliver(due, neverAborted)).toEqual({ kind: 'delivered' });
  const [{ headers, body } = { headers: {}, body: '' }] = requests;
  return { headers, message: JSON.parse(body) };
}
const sentOf = async (...given: Parameters<typeof requestTo>) =>
  (await requestTo(...given)).message;

const factsOf = ({ attachments: [{ content }] }: { attachments: [{ content: Card }] }) =>
  Object.fromEntries(content.body[1].facts.map(({ title, value }) => [title, value]));
interface Card {
  body: [unknown, { facts: { title: string; value: string }[] }];
}

test('sends Slack an unsigned text with name, number, time and a link to the desk', async () => {
  const { headers, message } = await requestTo('slack', 'Zoë L', '+44 7700 900199', DESK_URL);
  expect(headers).toMatchObject({ 'content-type': 'application/json' });
  expect(headers).not.toHaveProperty('x-callback-signature');
  expect(Object.keys(message)).toEqual(['text']);
  expect(message.text.split('\n')).toEqual([
    'Callback request (possible spam): \u2068Zoë L\u2069, \u206807700 900199\u2069',
    'Received: Wed, 1 Jul 2026, 13:05',
    `Possible spam: ${describeFlags({ flags: ['honeypot'] })}`,
    `<${DESK_URL}/callbacks/${dueDelivery({}).id}|Open this request>`,
  ]);
});

test('sends Teams the same in an adaptive card', async () => {
  const message = await sentOf('teams', 'Zoë L', '+44 7700 900199', DESK_URL);
  expect(message).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          actions: [{ type: 'Action.OpenUrl', url: `${DESK_URL}/callbacks/${dueDelivery({}).id}` }],
        },
      },
    ],
  });
  expect(factsOf(message)).toEqual({
    Name: 'Zoë L',
    'Mobile number': '07700 900199',
    Received: 'Wed, 1 Jul 2026, 13:05',
    'Possible spam': describeFlags({ flags: ['honeypot'] }),
  });
});

test.each(['slack', 'teams'] as const)(
  'sends %s no link when the desk has no public address',
  async (format) => {
    const message = await sentOf(format, 'Zoë L', '07700 900199');
    expect(JSON.stringify(message)).not.toMatch(/callbacks|OpenUrl/);
  },
);

test.each([
  ['teams', 'Webhook message delivery failed with error: HTTP error 429 with ContextId tcid=0'],
  ['slack', '{"ok":false,"error":"invalid_payload"}'],
] as const)(
  'tries again when %s answers 200 and says in words that it failed',
  async (format, body) => {
    const { origin } = await startReceiver(200, body);
    const settings = { url: `${origin}/hook`, format, secret: '' };
    const result = await createWebhookChannel(settings, siteUrls())(dueDelivery({}), neverAborted);
    expect(result).toEqual({ kind: 'retry', reason: 'HTTP 200' });
  },
);

test.each([
  ['teams', 202, ''],
  ['teams', 200, '1'],
  ['slack', 200, 'ok'],
  ['slack', 200, '{"ok":true}'],
] as const)('takes %s with %i "%s" for delivered', async (format, status, body) => {
  const { origin } = await startReceiver(status, body);
  const settings = { url: `${origin}/hook`, format, secret: '' };
  const result = await createWebhookChannel(settings, siteUrls())(dueDelivery({}), neverAborted);
  expect(result).toEqual({ kind: 'delivered' });
});

test.each([
  ['<!here> & <https://e.uk|a>', '&lt;!here&gt; &amp; &lt;https∶//e.uk|a&gt;'],
  ['*bold* _it_ ~no~ `code`', '∗bold∗ ＿it＿ ∼no∼ ˋcodeˋ'],
  ["Zoë O'Hara-Lee (Mrs.)", "Zoë O'Hara-Lee (Mrs.)"],
])('shows %s in Slack as it was typed', async (name, text) => {
  const message = await sentOf('slack', name, name);
  expect(message.text).toMatch(
    `Callback request (possible spam): \u2068${text}\u2069, \u2068${text}\u2069\n`,
  );
});

test.each([
  ['[Pay](https://evil.example)', '\\[Pay\\](https∶//evil.example)'],
  ['**b** _i_ `c` <at>all</at>', '\\*\\*b\\*\\* \\_i\\_ \\`c\\` \\<at\\>all\\</at\\>'],
  ['\\*x\\* &lt;', '\\\\\\*x\\\\\\* \\&lt;'],
  ['1. Ann', '1\\. Ann'],
  ['- Ann', '\\- Ann'],
  ["Zoë O'Hara-Lee (Mrs.)", "Zoë O'Hara-Lee (Mrs.)"],
])('shows %s in Teams as it was typed', async (name, value) => {
  const message = await sentOf('teams', name, name);
  expect(factsOf(message)).toMatchObject({ Name: value, 'Mobile number': value });
});
