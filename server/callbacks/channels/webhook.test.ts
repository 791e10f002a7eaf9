import { expect, test } from 'vitest';
import { startContact } from '../../../test/stand-ins/contact.ts';
import { startReceiver } from '../../../test/stand-ins/receiver.ts';
import { channelSite, dueDelivery, never } from '../../../test/support/callbacks/channel-site.ts';
import { readCallbacks } from '../../../test/support/callbacks/stores.ts';
import { createWebhookChannel } from './webhook.ts';

const DESK_URL = 'https://desk.example.com';

/** What a receiver in this format is sent of somebody with this name and number. */
async function sentOf(format: 'slack' | 'teams', name: string, mobile: string, deskUrl = '') {
  const { origin, requests } = await startReceiver(200, 'ok');
  const deliver = createWebhookChannel(
    { url: `${origin}/hook`, format, secret: '' },
    channelSite('https://www.example.com', deskUrl || null),
  );
  const due = dueDelivery({ name, mobile });
  expect(await deliver(due, never)).toEqual({ kind: 'delivered' });
  return JSON.parse(requests[0]?.body ?? '');
}

const factsOf = ({ attachments: [{ content }] }: { attachments: [{ content: Card }] }) =>
  Object.fromEntries(content.body[1].facts.map(({ title, value }) => [title, value]));
interface Card {
  body: [unknown, { facts: { title: string; value: string }[] }];
}

const TIME = /\w{3}, \d{1,2} \w{3,4} \d{4}, \d\d:\d\d/;

test('Slack is told name, number and time in a text, with a link to the desk', async () => {
  const { origin, requests } = await startReceiver(200, 'ok');
  const { post, dataDir } = await startContact({
    CALLBACK_WEBHOOK_URL: `${origin}/hook`,
    CALLBACK_WEBHOOK_FORMAT: 'slack',
    DESK_URL,
  });
  const form = { name: 'Zoë L', mobile: '+44 7700 900199', website: 'x' };
  expect(await post(form)).toMatchObject({ status: 200 });
  await expect.poll(() => requests.length).toBe(1);
  const [request] = requests;
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(request?.headers).not.toHaveProperty('x-callback-signature');
  const message = JSON.parse(request?.body ?? '');
  const [kept] = await readCallbacks(dataDir);
  expect(Object.keys(message)).toEqual(['text']);
  const [what, when, robot, link] = message.text.split('\n');
  expect(what).toBe('Callback request: Zoë L, +44 7700 900199');
  expect(when).toMatch(TIME);
  expect(robot).toBe('Suspected: a field that people do not see was filled in');
  expect(link).toBe(`<${DESK_URL}/callbacks/${kept?.id}|Open it at the desk>`);
});

test('Teams is told the same in an adaptive card', async () => {
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
    Number: '+44 7700 900199',
    Received: 'Wed, 1 Jul 2026, 13:05',
  });
});

test.each(['slack', 'teams'] as const)('%s gets no link without an address', async (format) => {
  const message = await sentOf(format, 'Zoë L', '07700 900199');
  expect(JSON.stringify(message)).not.toMatch(/callbacks|OpenUrl/);
});

test.each([
  ['<!here> & <https://e.uk|a>', '&lt;!here&gt; &amp; &lt;https∶//e.uk|a&gt;'],
  ['*bold* _it_ ~no~ `code`', '∗bold∗ ＿it＿ ∼no∼ ˋcodeˋ'],
  ["Zoë O'Hara-Lee (Mrs.)", "Zoë O'Hara-Lee (Mrs.)"],
])('in Slack, %s is read as it was typed', async (name, text) => {
  const message = await sentOf('slack', name, name);
  expect(message.text).toMatch(`Callback request: ${text}, ${text}\n`);
});

test.each([
  ['[Pay](https://evil.example)', '\\[Pay\\](https∶//evil.example)'],
  ['**b** _i_ `c` <at>all</at>', '\\*\\*b\\*\\* \\_i\\_ \\`c\\` \\<at\\>all\\</at\\>'],
  ['\\*x\\* &lt;', '\\\\\\*x\\\\\\* \\&lt;'],
  ['1. Ann', '1\\. Ann'],
  ['- Ann', '\\- Ann'],
  ["Zoë O'Hara-Lee (Mrs.)", "Zoë O'Hara-Lee (Mrs.)"],
])('in Teams, %s is read as it was typed', async (name, value) => {
  const message = await sentOf('teams', name, name);
  expect(factsOf(message)).toMatchObject({ Name: value, Number: value });
});
