/** What became of a text to be shared. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/** Opens the device's own share sheet; where there is none (most desktops), copies the text. */
export async function shareText(title: string, text: string): Promise<ShareOutcome> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, text });
      return 'shared';
    }
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'failed';
  }
}
