import { CHANNELS, type ChannelKind } from '../../config/channels.ts';
import type { LabelledValue } from '../describe-callback.ts';
import { londonTime } from '../london-time.ts';
import type { Notice } from './channel.ts';
import type { CheckKind } from './operator-checks.ts';

/** The words of a notice, by what the site checks besides its channels. */
const CHECK_WORDS: Record<CheckKind, { failing: string; working: string; action: string }> = {
  callbacks: {
    failing: 'Callers have been waiting for more than 2 hours',
    working: 'No caller has been waiting for more than 2 hours',
    action: 'Call the people who are due (you will find them at the desk), and save an outcome.',
  },
  backup: {
    failing: 'The last backup of the website is more than 2 days old',
    working: 'The website has been backed up again',
    action:
      'Tell the person who runs the website: the backup has stopped (docs/runbook.md, BackupOld).',
  },
  content: {
    failing: 'The website has shown no new content for a day',
    working: 'The website shows new content again',
    action:
      'Tell the person who runs the website: the content service cannot be read (docs/runbook.md, ContentStale).',
  },
  store: {
    failing: 'The website cannot store callback requests',
    working: 'The website stores callback requests again',
    action:
      'Tell the person who runs the website at once: visitors are asked to call instead (docs/runbook.md, CallbackStoreErrors).',
  },
  certificate: {
    failing: 'The certificate of the website ends within a week',
    working: 'The certificate of the website has been renewed',
    action: 'Tell the person who runs the website: browsers will refuse the site when it ends.',
  },
};

const CHANNEL_ACTION =
  'Call the people who are waiting (you will find them at the desk), and tell the person who runs the website.';

function wordsOf(channel: string) {
  if (Object.hasOwn(CHECK_WORDS, channel)) return CHECK_WORDS[channel as CheckKind];
  const { label } = CHANNELS[channel as ChannelKind];
  return {
    failing: `${label}: callback requests are not being delivered`,
    working: `${label}: callback requests are being delivered again`,
    action: CHANNEL_ACTION,
  };
}

/** Describes a notice for people. */
export function describeNotice({ notice, channel, since, waiting, givenUp }: Notice) {
  const words = wordsOf(channel);
  const facts: LabelledValue[] = [['Since', londonTime(since)]];
  if (waiting !== null) facts.push(['Requests waiting', String(waiting)]);
  if (givenUp > 0)
    facts.push([
      'Not sent',
      `${givenUp}. These will not be tried again: open each at the desk, call the person, or choose “Try sending again” there.`,
    ]);
  if (notice === 'failing') facts.push(['What to do', words.action]);
  return { title: words[notice], facts };
}
