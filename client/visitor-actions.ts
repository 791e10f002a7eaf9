import { matchAddress } from '../shared/addresses.ts';
import type { VisitorAction } from '../shared/privacy/reports.ts';

/** Tracks how visitors reach the company: numbers tapped, steps ticked, forms begun and sent. */
export function watchActions(report: (action: VisitorAction) => void): void {
  const begun = new WeakSet<HTMLElement>();
  const say = (name: VisitorAction['name'], of?: string | null) =>
    report({ name, page: matchAddress(location.pathname).route.id, ...(of && { of }) });
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
    if (begun.has(form)) return;
    begun.add(form);
    say('form-begun');
    // The form is hidden once the request is accepted; sent again, it corrects the first.
    const hiding = new MutationObserver(() => {
      if (!form.hidden) return;
      hiding.disconnect();
      say('form-sent');
    });
    hiding.observe(form, { attributeFilter: ['hidden'] });
  };
  on('click', 'a:is([href^="tel:"],[href^="https://wa.me/"])', (link) =>
    say('call', link.getAttribute('href')),
  );
  on('change', '.tick :checked', (box) => say('step', box.dataset.note));
  for (const type of ['input', 'submit']) on(type, '#callback-form', begin);
}
