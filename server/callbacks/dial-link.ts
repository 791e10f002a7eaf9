/**
 * A `tel:` address for whoever rings back: the digits as the caller typed them, since nothing says
 * from which country (RFC 3966 calls the rest visual separators).
 */
export function dialLink(typed: string): string {
  return `tel:${typed.replace(/[^\d+]/g, '')}`;
}
