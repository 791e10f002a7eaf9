import { Fragment } from 'react';

interface MailLinkProps {
  email: string;
  /** The subject of the e-mail that opens. */
  subject?: string;
}

/** An address to write to. In a narrow place it breaks before its `@` or a dot. */
export function MailLink({ email, subject }: MailLinkProps) {
  return (
    <a href={`mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}>
      <bdi>
        {email.split(/(?=[@.])/).map((part, place) => (
          <Fragment key={place}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </bdi>
    </a>
  );
}
