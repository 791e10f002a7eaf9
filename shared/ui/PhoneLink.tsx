import type { ComponentProps } from 'react';
import { telephoneLink, unbroken } from '../site/company.ts';

interface PhoneLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** As `Company` has it. */
  phone: string;
}

/** A number to tap. Shows the number, unless it is given something else to show. */
export function PhoneLink({ phone, children = unbroken(phone), ...rest }: PhoneLinkProps) {
  return (
    <a {...rest} href={telephoneLink(phone)}>
      {children}
    </a>
  );
}
