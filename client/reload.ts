const INTERVAL_MS = 500;

/** In development only: reloads the page when the server runs another build. */
export function reloadOnNewBuild(): void {
  let build: string | undefined;
  setInterval(async () => {
    try {
      const answer = (await (await fetch('/readyz')).json()) as { build: string };
      if (build !== undefined && build !== answer.build) location.reload();
      build = answer.build;
    } catch {
      // no server is running for a moment: the next poll decides
    }
  }, INTERVAL_MS);
}
