import type { LegalSection } from '../legal/LegalPage.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import type { Site } from '../site/site-context.ts';
import { MeasuringSwitch } from './MeasuringSwitch.tsx';

/** What the browser keeps and sends, and how the visitor decides on it. */
export function deviceData({ serviceWorker, vitalsSampleRate }: Site): LegalSection[] {
  return [
    {
      id: 'on-your-device',
      heading: 'What stays on your device',
      plain: 'Your browser keeps a few things for you. They are not sent to us.',
      body: (
        <>
          <dl>
            <dt>Accident notes and ticked steps</dt>
            <dd>
              What you type and tick on the <PageLink to="/accident">Accident page</PageLink>, until
              you clear it there (local storage). It comes to us only in an{' '}
              <span className="keep">e-mail</span> that you send.
              {vitalsSampleRate > 0
                ? ' Of each step we count how often it is ticked, as part 7 says.'
                : null}
            </dd>
            <dt>The callback form</dt>
            <dd>
              What you typed and have not sent, until you close the tab (session storage). It comes
              to us only when you send it.
            </dd>
            {serviceWorker ? (
              <>
                <dt>An offline copy</dt>
                <dd>
                  The Accident page and its files, so that it opens without a connection (service
                  worker)
                </dd>
              </>
            ) : null}
            {vitalsSampleRate > 0 ? (
              <>
                <dt>Your choice below</dt>
                <dd>That you do not want to be measured, until you change it (local storage)</dd>
              </>
            ) : null}
          </dl>
          <p>
            They are there only to do what you asked for. To remove them all, clear the data of this
            website in your browser.
          </p>
        </>
      ),
    },
    vitalsSampleRate > 0
      ? {
          id: 'measuring',
          heading: 'What we measure',
          plain:
            'We measure how fast our pages are, what fails and what is used, not who you are. You can say no.',
          body: (
            <>
              <p>
                When you leave a page, your browser tells us how long it took to load, to react and
                to settle. We get a few numbers and add them to those of all visits. They carry no
                name, no address of a page and nothing that tells visitors apart. We use them only
                to make the website faster.
              </p>
              <p>
                It also tells us of each page, but not of you: which of our numbers were tapped,
                which steps of the Accident page were ticked, and that the callback form was begun
                or sent. We add these up by week, to see which pages help people to reach us.
              </p>
              <p>
                When a script of a page fails, your browser tells us what failed, where in the
                script, and which kind of browser it is, at most five times a page. What is quoted
                in such a message, numbers and <span className="keep">e-mail</span> addresses are
                left out.
              </p>
              <MeasuringSwitch />
              <p>
                We also take no for an answer from your browser: with Global Privacy Control or Do
                Not Track turned on, nothing is sent. Without JavaScript nothing is measured.
              </p>
            </>
          ),
        }
      : {
          id: 'measuring',
          heading: 'What we measure',
          plain: 'We do not measure your visits.',
          body: <p>Your browser sends us no figures on how the website is used.</p>,
        },
    {
      id: 'cookie-settings',
      heading: 'Cookie settings',
      plain: 'Cookie settings are controlled through the browser.',
      body: (
        <p>
          Its settings let you see, block and delete cookies, for this website alone or for all. We
          set none today. If we ever want to set one that is not needed for what you ask of us, we
          ask you first.
        </p>
      ),
    },
  ];
}
