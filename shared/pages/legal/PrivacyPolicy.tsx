import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { type Clause, LegalPage } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
import { MeasuringSwitch } from '../../privacy/MeasuringSwitch.tsx';
import { counted, type Wording, wordingOf } from '../../site/claims.ts';
import { type Site, useSite } from '../../site/site-context.ts';
import { MailLink } from '../../ui/MailLink.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';

export const metadata = {
  id: 'privacy-policy',
  title: 'Privacy Policy: How We Handle Your Details',
  description:
    'Who controls your data, which contact details and cookie-based usage data we collect, and how to set your cookie choices in the browser.',
  keywords: 'privacy policy, data controller, personal data, cookies, contact details',
  breadcrumb: 'Privacy Policy',
  ...LEGAL_PICTURE,
} as const satisfies PageMetadata;

const clausesOf = (
  site: Site,
  { recovery, complaintHours, dataNotSold }: Wording,
): readonly Clause[] => [
  {
    id: 'data-controller',
    heading: 'Data controller',
    plain: 'We are responsible for your data. This is how you reach us.',
    text: (
      <>
        <p>This company decides how your personal data is used and is responsible for it.</p>
        <dl>
          <dt>Company</dt>
          <dd>{site.company.legalName}</dd>
          <dt>Registered office</dt>
          <dd>{site.company.registeredOffice}</dd>
          <dt>E-mail</dt>
          <dd>
            <MailLink email={site.company.email} />
          </dd>
          <dt>Phone</dt>
          <dd>
            <PhoneLink phone={site.company.phone} />
          </dd>
          {site.company.ico ? (
            <>
              <dt>Registration with the Information Commissioner’s Office</dt>
              <dd>{site.company.ico}</dd>
            </>
          ) : null}
        </dl>
      </>
    ),
  },
  {
    id: 'information-we-collect',
    heading: 'Information we collect',
    plain: 'We collect what you tell us, and next to nothing besides.',
    text: (
      <ul>
        <li>
          <strong>Contact details from enquiries.</strong> When you request a callback, call us or
          write to us, we collect the details that you give us, such as your name, mobile number and
          e-mail address. You do not have to give them, but without a number we cannot ring you.
          {site.retentionDays === undefined
            ? null
            : ' With a callback request we also keep which of our pages it was sent from.'}
        </li>
        <li>
          <strong>Details of your accident.</strong> If we take on your claim, we ask what happened.
          This may include your health, if you were hurt.
        </li>
        <li>
          <strong>Cookie-based usage data.</strong> At present there is none: this website sets no
          cookies. How fast its pages are, and what is used, is measured without them.
        </li>
        <li>
          <strong>Server records.</strong> Our server notes which kind of page was asked for, when,
          and a shortened internet address that does not point to you. To limit abuse of the
          callback form, it counts requests by full address for ten minutes.
        </li>
      </ul>
    ),
  },
  {
    id: 'why-we-use-it',
    heading: 'Why we use it',
    plain: 'We use your details to help you with your accident, not to advertise.',
    text: (
      <>
        <p>The law asks for a reason, called a lawful basis, for each use.</p>
        <dl>
          <dt>To call you back and tell you what we can do</dt>
          <dd>You asked for it: steps before a contract.</dd>
          <dt>
            To arrange {recovery ? 'recovery, ' : null}a replacement vehicle and repairs, and to
            handle your claim
          </dt>
          <dd>Our contract with you. For details of your health: legal claims.</dd>
          <dt>To keep the records that tax and company law ask for</dt>
          <dd>A legal obligation.</dd>
          <dt>To keep the website safe and fast</dt>
          <dd>Our legitimate interest in a website that works.</dd>
        </dl>
        <p>No decision about you is made by a machine alone.</p>
      </>
    ),
  },
  {
    id: 'who-receives-it',
    heading: 'Who receives it',
    plain: `Only those who need your details for your claim get them.${dataNotSold ? ' We never sell them.' : ''}`,
    text: (
      <>
        <ul>
          <li>Companies that run our website, e-mail and phones for us, on our instructions</li>
          <li>
            For your claim: the insurers, the engineer, the bodyshop, the{' '}
            {recovery ? 'recovery and hire' : 'hire'} companies and the solicitors who deal with it
          </li>
          <li>Authorities and courts, where the law asks us to</li>
        </ul>
        <p>
          Pictures in our blog may come from the servers of Contentful, a content service. Your
          browser then tells it your internet address, as it tells every website.
        </p>
        <p>
          If one of these companies is outside the UK, we use the safeguards that UK law asks for.
          Ask us for a copy.
        </p>
      </>
    ),
  },
  {
    id: 'how-long-we-keep-it',
    heading: 'How long we keep it',
    plain: 'We keep your details no longer than your request or your claim needs them.',
    text: (
      <ul>
        <li>
          <strong>Callback requests.</strong> {keptFor(site.retentionDays)}
        </li>
        <li>
          <strong>Claims.</strong> What becomes part of a claim is kept until the claim is settled,
          and then for as long as the law asks us to keep it or allows claims to be made.
        </li>
      </ul>
    ),
  },
  {
    id: 'on-your-device',
    heading: 'What stays on your device',
    plain: 'Your browser keeps a few things for you. They are not sent to us.',
    text: (
      <>
        <dl>
          <dt>Accident notes and ticked steps</dt>
          <dd>
            What you type and tick on the <PageLink to="/accident">Accident page</PageLink>, until
            you clear it there (local storage). It comes to us only in an e-mail that you send.
            {isMeasured(site)
              ? ' Of each step we count how often it is ticked, as part 7 says.'
              : null}
          </dd>
          <dt>The callback form</dt>
          <dd>
            What you typed and have not sent, and afterwards that you have sent it, until you close
            the tab (session storage). It comes to us only when you send it.
          </dd>
          {site.serviceWorker ? (
            <>
              <dt>An offline copy</dt>
              <dd>
                The Accident page and its files, so that it opens without a connection (service
                worker)
              </dd>
            </>
          ) : null}
          {isMeasured(site) ? (
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
  isMeasured(site) ? MEASURED : NOT_MEASURED,
  {
    id: 'cookie-settings',
    heading: 'Cookie settings',
    plain: 'Cookie settings are controlled through the browser.',
    text: (
      <p>
        Its settings let you see, block and delete cookies, for this website alone or for all. We
        set none today. If we ever want to set one that is not needed for what you ask of us, we ask
        you first.
      </p>
    ),
  },
  {
    id: 'your-rights',
    heading: 'Your rights',
    plain: 'It is your data. You can see it, correct it and say no.',
    text: (
      <>
        <p>You have the right to ask us to:</p>
        <ul>
          <li>tell you what we hold about you and give you a copy</li>
          <li>correct what is wrong</li>
          <li>erase it, or stop using it for a time</li>
          <li>give it to you, or to somebody else, in a form that a computer can read</li>
          <li>stop a use that rests on our legitimate interest: you object to it</li>
        </ul>
        <p>
          Write to <MailLink email={site.company.email} /> or call{' '}
          <PhoneLink phone={site.company.phone} />. It costs nothing, and we answer within one
          month.
        </p>
      </>
    ),
  },
  {
    id: 'data-complaints',
    heading: 'Complaints about your data',
    plain: 'If we got something wrong with your data, tell us. You can also go to the regulator.',
    text: (
      <>
        <p>
          E-mail <MailLink email={site.company.email} subject="Data protection complaint" />, call
          us or write to us. Say what happened and what you would like us to do. Our{' '}
          <PageLink to="/complaints">complaints procedure</PageLink> applies:
        </p>
        <ul>
          <li>
            within {counted(complaintHours, 'hour') || '30\u00a0days'} we tell you that we have your
            complaint and who handles it
            {complaintHours ? ' (the law gives us 30\u00a0days)' : null}
          </li>
          <li>we look into it without undue delay and tell you how it is going</li>
          <li>we tell you the outcome</li>
        </ul>
        <p>
          You may complain to the Information Commissioner’s Office (ICO), the regulator for data
          protection, at{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk/make-a-complaint</a> or on{' '}
          <a href="tel:+443031231113">0303 123 1113</a>. It will normally ask you to tell us first.
        </p>
      </>
    ),
  },
];

const isMeasured = ({ vitalsSampleRate }: Site) => vitalsSampleRate > 0;

const MEASURED: Clause = {
  id: 'measuring',
  heading: 'What we measure',
  plain:
    'We measure how fast our pages are, what fails and what is used, not who you are. You can say no.',
  text: (
    <>
      <p>
        When you leave a page, your browser tells us how long it took to load, to react and to
        settle. We get a few numbers and add them to those of all visits. They carry no name, no
        address of a page and nothing that tells visitors apart. We use them only to make the
        website faster.
      </p>
      <p>
        It also tells us of each page, but not of you: which of our numbers were tapped, which steps
        of the Accident page were ticked, and that the callback form was begun or sent. We add these
        up by week, to see which pages help people to reach us.
      </p>
      <p>
        When a script of a page fails, your browser tells us what failed, where in the script, and
        which kind of browser it is, at most five times a page. What is quoted in such a message,
        numbers and e-mail addresses are left out.
      </p>
      <MeasuringSwitch />
      <p>
        We also take no for an answer from your browser: with Global Privacy Control or Do Not Track
        turned on, nothing is sent. Without JavaScript nothing is measured.
      </p>
    </>
  ),
};

const NOT_MEASURED: Clause = {
  id: 'measuring',
  heading: 'What we measure',
  plain: 'We do not measure your visits.',
  text: <p>Your browser sends us no figures on how the website is used.</p>,
};

function keptFor(days: number | undefined): string {
  if (days === undefined) return 'We keep them until they have been dealt with.';
  if (days === 0) return 'The website keeps them until we delete them. You may ask us to do so.';
  return `The website erases them ${days}\u00a0${days === 1 ? 'day' : 'days'} after they came in.`;
}

/**
 * What UK GDPR article 13 and PECR regulation 6 require a website to say, true of this site as it
 * is configured. docs/legal.md lists each requirement and where it is met.
 */
export function Page() {
  const site = useSite();
  return (
    <LegalPage
      page={metadata.id}
      title="Privacy policy"
      lead="Who controls your data, what we collect, what stays on your device and how you control cookies."
      clauses={clausesOf(site, wordingOf(site))}
      from={site.legal?.privacyFrom}
    />
  );
}
