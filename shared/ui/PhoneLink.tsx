import type { ComponentProps } from 'react';
import { telHref } from '../site/company.ts';

interface PhoneLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A number in the form that `Company` has. */
  phone: string;
}

/** A number to tap. Shows the number, unless it is given something else to show. */
export function PhoneLink({
  phone,
  children = <PhoneNumber phone={phone} />,
  ...rest
}: PhoneLinkProps) {
  return (
    <a {...rest} href={telHref(phone)}>
      {children}
    </a>
  );
}

/**
 * A number that does not break across lines, unless before its extension, and keeps the order of
 * its digits in right-to-left text.
 */
export function PhoneNumber({ phone }: Pick<PhoneLinkProps, 'phone'>) {
  const [number, extension] = phone.split(' ext. ');
  return (
    <>
      <bdi className="keep">{number}</bdi>
      {extension ? ` ext. ${extension}` : null}
    </>
  );
}
