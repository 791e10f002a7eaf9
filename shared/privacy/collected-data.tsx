import type { LegalSection } from '../legal/LegalPage.tsx';
import type { Site } from '../site/site-context.ts';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { Words } from '../ui/Words.tsx';

/** Who controls the data, what is collected, why, who gets it and for how long. */
export function collectedData({ company, retentionDays }: Site): LegalSection[] {
  return [
    {
      id: 'data-controller',
      heading: 'Data controller',
      plain: 'We are responsible for your data. This is how you reach us.',
      body: (
        <>
          <p>This company decides how your personal data is used and is responsible for it.</p>
          <dl>
            <dt>Company</dt>
            <dd>{company.legalName}</dd>
            <dt>Registered office</dt>
            <dd>{company.registeredOffice}</dd>
            <dt>E-mail</dt>
            <dd>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </dd>
            <dt>Phone</dt>
            <dd>
              <PhoneLink phone={company.phone} />
            </dd>
            {company.ico ? (
              <>
                <dt>Registration with the Information Commissioner’s Office</dt>
                <dd>{company.ico}</dd>
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
      body: (
        <ul>
          <li>
            <strong>Contact details from enquiries.</strong> When you request a callback, call us or
            write to us, we collect the details that you give us, such as your name, mobile number
            and <span className="keep">e-mail</span> address. You do not have to give them, but
            without a number we cannot ring you.
          </li>
          <li>
            <strong>Details of your accident.</strong> If we take on your claim, we ask what
            happened. This may include your health, if you were hurt.
          </li>
          <li>
            <strong>Cookie-based usage data.</strong> At present there is none: this website sets no
            cookies. How fast its pages are, and what is used, is measured without them.
          </li>
          <li>
            <strong>Server records.</strong> Our server notes which kind of page was asked for,
            when, and a shortened internet address that does not point to you. To limit abuse of the
            callback form, it counts requests by full address for ten minutes.
          </li>
        </ul>
      ),
    },
    {
      id: 'why-we-use-it',
      heading: 'Why we use it',
      plain: 'We use your details to help you with your accident, not to advertise.',
      body: (
        <>
          <p>The law asks for a reason, called a lawful basis, for each use.</p>
          <dl>
            <dt>To call you back and tell you what we can do</dt>
            <dd>You asked for it: steps before a contract.</dd>
            <dt>
              To arrange recovery, a replacement vehicle and repairs, and to handle your claim
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
      plain: 'Only those who need your details for your claim get them. We never sell them.',
      body: (
        <>
          <ul>
            <li>
              <Words>
                Companies that run our website, e-mail and phones for us, on our instructions
              </Words>
            </li>
            <li>
              For your claim: the insurers, the engineer, the bodyshop, the recovery and hire
              companies and the solicitors who deal with it
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
      body: (
        <ul>
          <li>
            <strong>Callback requests.</strong> {keptFor(retentionDays)}
          </li>
          <li>
            <strong>Claims.</strong> What becomes part of a claim is kept until the claim is
            settled, and then for as long as the law asks us to keep it or allows claims to be made.
          </li>
        </ul>
      ),
    },
  ];
}

function keptFor(days: number | undefined): string {
  if (days === undefined) return 'We keep them until they have been dealt with.';
  if (days === 0) return 'The website keeps them until we delete them. You may ask us to do so.';
  return `The website erases them ${days}\u00a0${days === 1 ? 'day' : 'days'} after they came in.`;
}
