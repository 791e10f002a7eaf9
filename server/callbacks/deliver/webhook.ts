import { createHmac } from 'node:crypto';
import type { ChannelSettings } from '../../config/channels.ts';
import { describeSource, type LabelledValue } from '../describe-callback.ts';
import { londonTime } from '../london-time.ts';
import { describePhoneNumber } from '../phone-number.ts';
import { describeFlags } from '../store/stored-callback.ts';
import {
  type ChannelDeps,
  type ConfiguredChannel,
  type Deliver,
  deskLink,
  isolate,
  type Notify,
  postOnce,
  readStart,
  receiverId,
  type SiteUrls,
  titleOf,
} from './channel.ts';
import { describeNotice } from './describe-notice.ts';

type Settings = NonNullable<ChannelSettings['webhook']>[number];

export const createWebhookReceivers = (
  receivers: readonly Settings[],
  { urls }: Pick<ChannelDeps, 'urls'>,
): ConfiguredChannel[] =>
  receivers.map((settings) => ({
    channel: receiverId('webhook', settings.url),
    deliver: createWebhookChannel(settings, urls),
    notify: createWebhookNotifier(settings),
  }));

/** Creates a channel that posts callback requests in the receiver's format. */
export function createWebhookChannel(settings: Settings, urls: SiteUrls): Deliver {
  return (due, signal) => {
    const { id, receivedAt, fields, page, source, flags } = due;
    const facts: LabelledValue[] = [['Received', londonTime(receivedAt)]];
    const { text: mobile, remark } = describePhoneNumber(fields.mobile);
    if (remark) facts.push(['About the number', remark]);
    if (page) facts.push(['Sent from page', page]);
    if (source) facts.push(['Campaign', describeSource(source)]);
    if (flags.length > 0) facts.push(['Possible spam', describeFlags(due)]);
    const message: MessageContent = {
      title: titleOf(due),
      who: [
        ['Name', fields.name],
        ['Mobile number', mobile],
      ],
      facts,
      action: 'Open this request',
      link: deskLink(urls, due),
    };
    const data = { id, receivedAt, ...fields, page, source, flags };
    return send(settings, { id, data, message }, signal);
  };
}

function createWebhookNotifier(settings: Settings): Notify {
  return (notice, signal) => {
    const { title, facts } = describeNotice(notice);
    const message = { title, who: [], facts, action: 'Open the desk', link: notice.desk };
    const { id, givenUp: _, ...data } = notice;
    return send(settings, { id, data, message }, signal);
  };
}

/** The content of a message that people read. */
interface MessageContent {
  title: string;
  /** The name and number, for the first line. */
  who: readonly LabelledValue[];
  facts: readonly LabelledValue[];
  /** The text of the link. */
  action: string;
  link: string | null;
}

/**
 * The responses with status 200 that say in words that nothing was delivered
 * (https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using,
 * "Rate limiting"; https://docs.slack.dev/apis/web-api/#responses).
 */
const FAILURES: Partial<Record<NonNullable<Settings['format']>, RegExp>> = {
  slack: /^\s*\{.*"ok"\s*:\s*false/s,
  teams: /webhook message delivery failed/i,
};

function send(
  { url, format, secret }: Settings,
  { id, data, message }: { id: string; data: object; message: MessageContent },
  signal: AbortSignal,
) {
  const formatters = { json: () => data, slack: slackMessage, teams: teamsMessage };
  const body = JSON.stringify(formatters[format ?? 'json'](message));
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'idempotency-key': id,
  };
  if (format === 'json') headers['x-callback-signature'] = sign(body, secret);
  const failure = FAILURES[format ?? 'json'];
  const isAccepted = async (response: Response) =>
    !failure?.test(String(await readStart(response.body ?? [])));
  return postOnce(url, { headers, body }, signal, isAccepted);
}

/**
 * Signs a body for the receiver: `v1` is the HMAC-SHA256 of `t.body`, with `t` in Unix seconds so
 * that an old request cannot be replayed.
 */
function sign(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}

/** Defuses URLs, which Slack and Teams would turn into links. */
const defuseLinks = (text: string) => text.replaceAll('://', '∶//').replace(/\s+/g, ' ');

/**
 * Escapes text for Slack, which knows three entities
 * (https://docs.slack.dev/messaging/formatting-message-text) and no escape for its formatting
 * marks: look-alikes replace them.
 */
const slackText = (typed: string) =>
  defuseLinks(typed).replace(/[&<>*_~`]/g, (mark) => SLACK_MARKS[mark] as string);
const SLACK_MARKS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '*': '∗',
  _: '＿',
  '~': '∼',
  '`': 'ˋ',
};

function slackMessage({ title, who, facts, action, link }: MessageContent) {
  const names = who.map(([, value]) => isolate(slackText(value))).join(', ');
  const lines = [names ? `${title}: ${names}` : title];
  for (const [name, value] of facts) lines.push(`${name}: ${slackText(value)}`);
  if (link) lines.push(`<${link}|${action}>`);
  return { text: lines.join('\n') };
}

/** Escapes Markdown's marks and the starts of lists (CommonMark 0.31, 2.4). */
const teamsText = (typed: string) =>
  defuseLinks(typed)
    .replace(/[\\`*_[\]<>~|#&!]/g, '\\$&')
    .replace(/^([-+](?= )|\d+(?=[.)] ))/, (start) =>
      /\d/.test(start) ? `${start}\\` : `\\${start}`,
    );

/** Builds the message that an incoming webhook of Teams reads: an adaptive card. */
function teamsMessage({ title: text, who, facts, action, link }: MessageContent) {
  const said = [...who, ...facts].map(([title, value]) => ({ title, value: teamsText(value) }));
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text, size: 'Large', weight: 'Bolder', wrap: true },
      { type: 'FactSet', facts: said },
    ],
    actions: link ? [{ type: 'Action.OpenUrl', title: action, url: link }] : [],
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, content }] };
}
