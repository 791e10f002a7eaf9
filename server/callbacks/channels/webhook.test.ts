import { expect, test } from 'vitest';
import { startContact } from '../../../test/stand-ins/contact.ts';
import { startReceiver } from '../../../test/stand-ins/receiver.ts';
import { readCallbacks } from '../../../test/support/callbacks/stored-callbacks.ts';

const DESK_URL = 'https://desk.example.com';

/** What a receiver in this format is sent when somebody with this name and number asks. */
async function toldOf(
  format: 'slack' | 'teams',
  { name = 'Zoë L', mobile = '+44 7700 900199', desk = true, website = '' } = {},
) {
  const { origin, requests } = await startReceiver(200, 'ok');
  const { post, dataDir } = await startContact({
    CALLBACK_WEBHOOK_URL: `${origin}/hook`,
    CALLBACK_WEBHOOK_FORMAT: format,
    ...(desk && { DESK_URL }),
  });
  expect(await post({ name, mobile, website })).toMatchObject({ status: 200 });
  await expect.poll(() => requests.length).toBe(1);
  const [request] = requests;
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(request?.headers).not.toHaveProperty('x-callback-signature');
  const [kept] = await readCallbacks(dataDir);
  return { message: JSON.parse(request?.body ?? ''), id: kept?.id };
}

const factsOf = ({ attachments: [{ content }] }: { attachments: [{ content: Card }] }) =>
  Object.fromEntries(content.body[1].facts.map(({ title, value }) => [title, value]));
interface Card {
  body: [unknown, { facts: { title: string; value: string }[] }];
}

const TIME = /\w{3}, \d{1,2} \w{3,4} \d{4}, \d\d:\d\d/;

test('Slack is told name, number and time in a text, with a link to the desk', async () => {
  const { message, id } = await toldOf('slack', { website: 'x' });
  expect(Object.keys(message)).toEqual(['text']);
  const [what, when, robot, link] = message.text.split('\n');
  expect(what).toBe('Callback request: Zoë L, +44 7700 900199');
  expect(when).toMatch(TIME);
  expect(robot).toBe('Signs of a robot: honeypot');
  expect(link).toBe(`<${DESK_URL}/callbacks/${id}|Open it at the desk>`);
});

test('Teams is told the same in an adaptive card', async () => {
  const { message, id } = await toldOf('teams');
  expect(message).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          actions: [{ type: 'Action.OpenUrl', url: `${DESK_URL}/callbacks/${id}` }],
        },
      },
    ],
  });
  expect(factsOf(message)).toEqual({
    Name: 'Zoë L',
    Number: '+44 7700 900199',
    Received: expect.stringMatching(TIME),
  });
});

test.each(['slack', 'teams'] as const)('%s gets no link without an address', async (format) => {
  const { message } = await toldOf(format, { desk: false });
  expect(JSON.stringify(message)).not.toMatch(/callbacks|OpenUrl/);
});

test.each([
  ['<!here> & <https://e.uk|a>', '&lt;!here&gt; &amp; &lt;https∶//e.uk|a&gt;'],
  ['*bold* _it_ ~no~ `code`', '∗bold∗ ＿it＿ ∼no∼ ˋcodeˋ'],
  ["Zoë O'Hara-Lee (Mrs.)", "Zoë O'Hara-Lee (Mrs.)"],
])('in Slack, %s is read as it was typed', async (name, text) => {
  const { message } = await toldOf('slack', { name, mobile: name });
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
  const { message } = await toldOf('teams', { name, mobile: name });
  expect(factsOf(message)).toMatchObject({ Name: value, Number: value });
});
