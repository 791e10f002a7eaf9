import type { ReactElement, ReactNode } from 'react';
import { expect, test } from 'vitest';
import { linkPageNames } from '../home/QuestionList.tsx';
import { MailLink } from './MailLink.tsx';

function keysOf(parts: ReactNode[]): (string | null)[] {
  return parts.flatMap((part) =>
    typeof part === 'object' && part && 'key' in part ? (part.key as string) : [],
  );
}

test('equal items have keys of their own', () => {
  const answer = keysOf(linkPageNames('Our Contact page, or our Contact page.'));
  expect(answer).toHaveLength(2);
  expect(new Set(answer).size).toBe(2);
  const link: ReactElement<{ children: ReactElement<{ children: ReactNode[] }> }> = MailLink({
    email: 'a.uk@b.uk',
  });
  const address = keysOf(link.props.children.props.children);
  expect(address).toHaveLength(4);
  expect(new Set(address).size).toBe(4);
});
