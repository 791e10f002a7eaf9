const events = new EventSource('/.dev/events');
events.addEventListener('reload', () => location.reload());
// The page's own rules, then those of all pages, as on a page that scripts have taken over.
events.addEventListener('styles', async ({ data: rulesOfAllPages }) => {
  const page = await fetch(location.href).then((answer) => answer.text());
  const rules = await fetch(rulesOfAllPages).then((answer) => answer.text());
  const ofPage = [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text);
  const sheet = await new CSSStyleSheet().replace([...ofPage, rules].join('\n'));
  for (const former of document.styleSheets) former.disabled = true;
  document.adoptedStyleSheets = [sheet];
});
