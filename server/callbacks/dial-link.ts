/**
 * A `tel:` address for whoever rings back: the digits as the caller typed them, because the country
 * is unknown (RFC 3966 calls the rest visual separators).
 */
export function dialLink(typed: string): string {
  return `tel:${typed.replace(/[^\d+]/g, '')}`;
}
