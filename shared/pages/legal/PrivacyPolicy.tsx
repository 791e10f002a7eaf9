import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { type Clause, LegalPage } from '../../legal/LegalPage.tsx';
import { PageLink } from '../../navigation/PageLink.tsx';
import { AnalyticsOptOut } from '../../privacy/AnalyticsOptOut.tsx';
import { createWording, type Wording, withUnit } from '../../site/claims.ts';
import { type Site, useSite } from '../../site/site-context.ts';
import { MailLink } from '../../ui/MailLink.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';

export const metadata = {
  id: 'privacy-policy',
  title: 'Privacy Policy: How We Handle Your Details',
  description:
    'Who controls your data, which details we collect and why, who receives them, how long we keep them, and your rights over them.',
  keywords: 'privacy policy, data controller, personal data, cookies, contact details',
  breadcrumb: 'Privacy Policy',
  ...LEGAL_PICTURE,
} as const satisfies PageMetadata;

const clausesOf = (
  site: Site,
  { recovery, engineerReport, complaintHours, dataNotSold }: Wording,
): readonly Clause[] => [
  {
    id: 'data-controller',
    heading: 'Data controller',
    plain: 'We are responsible for your data. Here is how to contact us.',
    text: (
      <>
        <p>This company decides how your personal data is used and is responsible for it.</p>
        <dl>
          <dt>Company</dt>
          <dd>{site.company.legalName}</dd>
          <dt>Registered office</dt>
          <dd>{site.company.registeredOffice}</dd>
          <dt>Email</dt>
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
    plain: 'We collect what you tell us, and very little else.',
    text: (
      <ul>
        <li>
          <strong>Contact details from enquiries.</strong> When you request a callback, call us or
          write to us, we collect the details you give us, such as your name, mobile number and
          email address. You do not have to give them, but we cannot call you back without a number.
          {site.retentionDays === undefined
            ? null
            : ' With each callback request we also record which page of our website you sent it from and, if a link or advertisement brought you here, its name: source, medium and campaign. Your browser does not store it.'}
        </li>
        <li>
          <strong>Details of your accident.</strong> If we take on your claim, we will ask what
          happened. If you were hurt, this may include details of your health.
        </li>
        <li>
          <strong>Cookie-based usage data.</strong> We do not collect any at present: this website
          sets no cookies. We measure how fast its pages are, and which parts are used, without
          them.
        </li>
        <li>
          <strong>Server records.</strong> Our server records which kind of page was requested,
          when, and a shortened IP address that does not identify you. To prevent misuse of the
          callback form, it counts requests from each full IP address for 10&nbsp;minutes.
        </li>
      </ul>
    ),
  },
  {
    id: 'why-we-use-it',
    heading: 'Why we use it',
    plain: 'We use your details to help you after your accident, not for advertising.',
    text: (
      <>
        <p>By law we must have a reason, called a lawful basis, for each use.</p>
        <dl>
          <dt>To call you back and tell you what we can do</dt>
          <dd>You asked us to: these are steps before entering into a contract.</dd>
          <dt>
            To arrange {recovery ? 'recovery, ' : null}a replacement vehicle and repairs, and to
            handle your claim
          </dt>
          <dd>
            Our contract with you. For details of your health, we also need them to establish or
            pursue a legal claim.
          </dd>
          <dt>To keep the records that tax and company law require</dt>
          <dd>A legal obligation.</dd>
          <dt>To keep the website safe and fast</dt>
          <dd>Our legitimate interest in a website that works.</dd>
        </dl>
        <p>We do not make decisions about you by automated means alone.</p>
      </>
    ),
  },
  {
    id: 'who-receives-it',
    heading: 'Who receives it',
    plain: `We share your details only with people who need them for your request or claim.${dataNotSold ? ' We do not sell them.' : ''}`,
    text: (
      <>
        <ul>
          <li>Companies that run our website, email and phones for us, on our instructions</li>
          <li>
            For your claim: the insurers, {engineerReport ? 'the engineer, ' : null}the bodyshop,
            the {recovery ? 'recovery and hire' : 'hire'} companies and the solicitors who deal with
            it
          </li>
          <li>Authorities and courts, where the law requires us to</li>
        </ul>
        {site.noBlog ? null : (
          <p>
            Pictures in our blog may come from the servers of Contentful, a content service. To
            fetch them, your browser sends it your IP address, as it does with every website.
          </p>
        )}
        <p>
          If one of these companies is outside the UK, we use the safeguards that UK law requires.
          You can ask us for a copy of them.
        </p>
      </>
    ),
  },
  {
    id: 'how-long-we-keep-it',
    heading: 'How long we keep it',
    plain: 'We keep your details only for as long as your request or claim needs them.',
    text: (
      <ul>
        <li>
          <strong>Callback requests.</strong> {keptFor(site.retentionDays)}
        </li>
        <li>
          <strong>Claims.</strong> If your details become part of a claim, we keep them until it is
          settled, and then for as long as the law requires or a claim could still be brought.
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
            you clear it there (local storage). We see it only if you email it to us.
            {isMeasured(site) ? ' We count how often each step is ticked: see part 7.' : null}
          </dd>
          <dt>The callback form</dt>
          <dd>
            What you have typed but not sent, and later the fact that you sent it, until you close
            the tab (session storage). We receive your details only when you send the form.
          </dd>
          {site.serviceWorker ? (
            <>
              <dt>An offline copy</dt>
              <dd>
                The Accident page and its files, so that it opens when you are offline (service
                worker)
              </dd>
            </>
          ) : null}
          {isMeasured(site) ? (
            <>
              <dt>Your choice below</dt>
              <dd>
                That you do not want your visits measured, until you change it (local storage)
              </dd>
            </>
          ) : null}
        </dl>
        <p>
          They are kept only to do what you asked for. To remove them, clear this website’s data in
          your browser settings.
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
        Your browser’s settings let you see, block and delete cookies, for this website or for all
        websites. We do not set any at present. If we ever want to set one that is not strictly
        necessary, we will ask you first.
      </p>
    ),
  },
  {
    id: 'your-rights',
    heading: 'Your rights',
    plain: 'It is your data. You can see it, correct it and object to how we use it.',
    text: (
      <>
        <p>You have the right to ask us to:</p>
        <ul>
          <li>tell you what we hold about you and give you a copy</li>
          <li>correct what is wrong</li>
          <li>delete it, or stop using it for a time</li>
          <li>give it to you, or to someone else, in a format a computer can read</li>
          <li>stop using it where we rely on our legitimate interest (you can object)</li>
        </ul>
        <p>
          Write to <MailLink email={site.company.email} /> or call{' '}
          <PhoneLink phone={site.company.phone} />. It is free, and we will answer within one month.
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
          Email <MailLink email={site.company.email} subject="Data protection complaint" />, call us
          or write to us. Say what happened and what you would like us to do. Our{' '}
          <PageLink to="/complaints">complaints procedure</PageLink> applies:
        </p>
        <ul>
          <li>
            within {withUnit(complaintHours, 'hour') || '30\u00a0days'} we will tell you that we
            have received your complaint and who is handling it
            {complaintHours ? ' (the law gives us 30\u00a0days)' : null}
          </li>
          <li>we will look into it without undue delay and keep you informed</li>
          <li>we tell you the outcome</li>
        </ul>
        <p>
          You may complain to the Information Commissioner’s Office (ICO), the regulator for data
          protection, at{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk/make-a-complaint</a> or on{' '}
          <PhoneLink phone="0303 123 1113" />. It will normally expect you to have complained to us
          first.
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
    'We measure how fast our pages are, what goes wrong and what is used, not who you are. You can opt out.',
  text: (
    <>
      <p>
        When you leave a page, your browser tells us how long it took to load, to respond and to
        settle. We add these few numbers to those of all other visits. They carry no name, no page
        address and nothing that tells one visitor from another. We use them only to make the
        website faster.
      </p>
      <p>
        It also tells us, for each page but not for each person, which of our phone numbers were
        tapped, which steps of the Accident page were ticked, and whether the callback form was
        started or sent. We add these up by week, to see which pages help people reach us.
      </p>
      <p>
        If a script on a page fails, your browser tells us what failed, where in the script, and
        what kind of browser it is, up to five times a page. We leave out anything quoted in the
        message, long numbers and email addresses.
      </p>
      <AnalyticsOptOut />
      <p>
        If your browser sends Global Privacy Control or Do Not Track, we treat that as a no and
        nothing is sent. Without JavaScript, nothing is measured.
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
  if (days === 0)
    return 'The website keeps them until we delete them. You can ask us to delete yours at any time.';
  return `The website deletes them ${days}\u00a0${days === 1 ? 'day' : 'days'} after we receive them.`;
}

/**
 * The statements that UK GDPR article 13 and PECR regulation 6 require of a website, true of this
 * site as it is configured. docs/legal.md lists each requirement and where it is met.
 */
export function Page() {
  const site = useSite();
  return (
    <LegalPage
      page={metadata.id}
      title="Privacy policy"
      lead="Who controls your data, what we collect, what stays on your device and how you control cookies."
      clauses={clausesOf(site, createWording(site))}
      from={site.legal?.privacyFrom}
    />
  );
}
