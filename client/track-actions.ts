import type { VisitorAction } from '../shared/privacy/reports.ts';
import { matchPathname } from '../shared/routes.ts';

/** Tracks how visitors reach the company: numbers tapped, steps ticked, forms begun and sent. */
export function trackActions(report: (action: VisitorAction) => void): void {
  const startedForms = new WeakSet<HTMLElement>();
  const track = (name: VisitorAction['name'], of?: string | null) =>
    report({ name, page: matchPathname(location.pathname).route.id, ...(of && { of }) });
  const on = (type: string, selector: string, act: (element: HTMLElement) => void) =>
    document.addEventListener(
      type,
      ({ target }) => {
        const element = target instanceof Element && target.closest<HTMLElement>(selector);
        if (element) act(element);
      },
      true,
    );
  const begin = (form: HTMLElement) => {
    if (startedForms.has(form)) return;
    startedForms.add(form);
    track('form-begun');
    // The form is hidden once the request is accepted; sent again, it corrects the first.
    const observer = new MutationObserver(() => {
      if (!form.hidden) return;
      observer.disconnect();
      track('form-sent');
    });
    observer.observe(form, { attributeFilter: ['hidden'] });
  };
  on('click', 'a:is([href^="tel:"],[href^="https://wa.me/"])', (link) =>
    track('call', link.getAttribute('href')),
  );
  on('change', '.tick :checked', (box) => track('step', box.dataset.note));
  for (const type of ['input', 'submit']) on(type, '#callback-form', begin);
}
