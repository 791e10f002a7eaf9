import { createHmac } from 'node:crypto';
import type { ChannelSettings } from '../../config/channels.ts';
import { londonTime } from '../staff-words.ts';
import type { DueDelivery } from '../store/deliveries.ts';
import { suspicionOf } from '../store/schema.ts';
import { type Deliver, deskLink, post, type Receivers, type Site } from './channel.ts';

type Settings = NonNullable<ChannelSettings['webhook']>[number];

/** The first keeps its name when a second one comes: its requests may still wait. */
export const webhookReceivers: Receivers = ({ webhook }, site) =>
  (webhook ?? []).map((each, index) => [
    index === 0 ? 'webhook' : `webhook:${index + 1}`,
    createWebhookChannel(each, site),
  ]);

/** Posts callback requests in the form that the receiver reads. */
export function createWebhookChannel(settings: Settings, site: Site): Deliver {
  return (due, signal) => {
    const body = JSON.stringify(messageIn(settings.format, due, site));
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'idempotency-key': due.id,
    };
    if (settings.format === 'json')
      headers['x-callback-signature'] = signatureOf(body, settings.secret);
    return post(settings.url, { headers, body }, signal, async () => true);
  };
}

function messageIn(format: Settings['format'], due: DueDelivery, site: Site): object {
  switch (format) {
    case 'slack':
      return slackMessage(due, site);
    case 'teams':
      return teamsMessage(due, site);
    default: {
      const { id, receivedAt, fields, page, flags } = due;
      return { id, receivedAt, ...fields, page, flags };
    }
  }
}

/**
 * The signature by which the receiver verifies the sender: `v1` is the HMAC-SHA256 of `t.body`, with
 * `t` in Unix seconds so that an old request cannot be replayed.
 */
function signatureOf(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}

/** Slack and Teams make a link of every address that they see. */
const unlinked = (text: string) => text.replaceAll('://', '∶//').replace(/\s+/g, ' ');

/**
 * Slack escapes three characters (https://docs.slack.dev/messaging/formatting-message-text) and has
 * no way to escape its marks, for which their doubles stand.
 */
const slackText = (typed: string) =>
  unlinked(typed).replace(/[&<>*_~`]/g, (mark) => SLACK_MARKS[mark] as string);
const SLACK_MARKS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '*': '∗',
  _: '＿',
  '~': '∼',
  '`': 'ˋ',
};

function slackMessage(due: DueDelivery, site: Site) {
  const { name, mobile } = due.fields;
  const link = deskLink(site, due);
  const lines = [
    `Callback request: ${slackText(name)}, ${slackText(mobile)}`,
    `Received ${londonTime(due.receivedAt)}`,
  ];
  if (due.page) lines.push(`Page: ${slackText(due.page)}`);
  if (due.flags.length > 0) lines.push(`Suspected: ${suspicionOf(due)}`);
  if (link) lines.push(`<${link}|Open it at the desk>`);
  return { text: lines.join('\n') };
}

/** Markdown's marks, and what makes a list of the beginning of a text (CommonMark 0.31, 2.4). */
const teamsText = (typed: string) =>
  unlinked(typed)
    .replace(/[\\`*_[\]<>~|#&!]/g, '\\$&')
    .replace(/^([-+](?= )|\d+(?=[.)] ))/, (start) =>
      /\d/.test(start) ? `${start}\\` : `\\${start}`,
    );

/** What an incoming webhook of Teams reads: an adaptive card in a message. */
function teamsMessage(due: DueDelivery, site: Site) {
  const { name, mobile } = due.fields;
  const link = deskLink(site, due);
  const facts = [
    { title: 'Name', value: teamsText(name) },
    { title: 'Number', value: teamsText(mobile) },
    { title: 'Received', value: londonTime(due.receivedAt) },
  ];
  if (due.page) facts.push({ title: 'Page', value: teamsText(due.page) });
  if (due.flags.length > 0) facts.push({ title: 'Suspected', value: suspicionOf(due) });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: 'Callback request', size: 'Large', weight: 'Bolder', wrap: true },
      { type: 'FactSet', facts },
    ],
    actions: link ? [{ type: 'Action.OpenUrl', title: 'Open it at the desk', url: link }] : [],
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, content }] };
}
