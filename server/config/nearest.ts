/** What Kubernetes sets for every Service: `WEB_SERVICE_HOST`, `WEB_PORT_80_TCP_ADDR` and so on. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Shorter names are too close to unrelated ones: HOST and HOME, PORT and PATH. */
const SHORTEST_CHECKED = 8;
const MOST_EDITS = 2;

/**
 * Our variable that a misspelt name was probably meant to be: one or two letters away and not ours
 * itself. Two letters away, the beginnings must match, or `AMQP_URL` would be taken for `SMTP_URL`.
 */
export function nearestName(
  name: string,
  value: string,
  names: ReadonlySet<string>,
): string | undefined {
  if (names.has(name) || SERVICE_LINK.test(name) || SERVICE_ADDRESS.test(value)) return undefined;
  const near = [...names]
    .filter((ours) => ours.length >= SHORTEST_CHECKED)
    .filter((ours) => Math.abs(ours.length - name.length) <= MOST_EDITS)
    .filter((ours) => ours.startsWith(name.charAt(0)) || restIsAlike(name, ours))
    .map((ours) => ({ ours, edits: editsBetween(name, ours) }))
    .filter(({ ours, edits }) => edits <= (ours.startsWith(name.charAt(0)) ? MOST_EDITS : 1));
  return near.sort((a, b) => a.edits - b.edits)[0]?.ours;
}

/** Whether two names can be alike whose first letters differ: it spares most of a comparison each. */
const restIsAlike = (one: string, other: string) =>
  one.endsWith(other.slice(1)) || other.endsWith(one.slice(1));

/** Levenshtein's distance: letters to insert, leave out or replace. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] as number;
}
