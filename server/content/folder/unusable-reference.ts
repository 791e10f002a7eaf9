/** Says why readers do not see a link or a picture, as the end of a sentence. */
export class UnusableReference extends Error {
  override name = 'UnusableReference';
}
