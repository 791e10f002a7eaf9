/**
 * A remark about a phone number that is probably mistyped, in any layout; undefined for one that may
 * be right. It only counts digits, and refuses nobody: 11 for a UK mobile number, 10 or 11 for
 * other national numbers, 7 to 15 with a country code (ITU-T E.164) and for anything else.
 */
export function phoneDoubt(typed: string): string | undefined {
  const number = typed.replace(/\(0\)|[^\d+]/g, '').replace(/^(\+|00)440?/, '0');
  const mobile = /^07/.test(number);
  const { length } = number.replace('+', '');
  const [least, most] = mobile ? [11, 11] : /^0[1-9]/.test(number) ? [10, 11] : [7, 15];
  if (length === 0 || (length >= least && length <= most)) return undefined;
  return `Digits: ${length}. ${mobile ? 'UK mobiles have 11.' : 'Is that right?'}`;
}
