import { LEGAL_PICTURE, type PageMetadata } from '../../head/metadata.ts';
import { LegalPage } from '../../legal/LegalPage.tsx';
import { MeasuringSwitch } from '../../privacy/MeasuringSwitch.tsx';
import { type Site, useSite } from '../../site/site-context.ts';
import { MailLink } from '../../ui/MailLink.tsx';

export const metadata = {
  id: 'privacy-policy',
  title: 'Privacy Policy: How We Handle Your Details',
  description:
    'Who controls your data, which contact details and cookie-based usage data we collect, and how to set your cookie choices in the browser.',
  keywords: 'privacy policy, data controller, personal data, cookies, contact details',
  breadcrumb: 'Privacy Policy',
  ...LEGAL_PICTURE,
} as const satisfies PageMetadata;

const textOf = ({ company, retentionDays, serviceWorker, vitalsSampleRate }: Site) => `
# data-controller Data controller
> We are responsible for your data. This is how you reach us.
This company decides how your personal data is used and is responsible for it.
Company:: {legalName}
Registered office:: {registeredOffice}
E-mail:: {email}
Phone:: {phone}
${company.ico ? 'Registration with the Information Commissioner’s Office:: {ico}' : ''}
# information-we-collect Information we collect
> We collect what you tell us, and next to nothing besides.
- **Contact details from enquiries.** When you request a callback, call us or write to us, we collect the details that you give us, such as your name, mobile number and e-mail address. You do not have to give them, but without a number we cannot ring you.
- **Details of your accident.** If we take on your claim, we ask what happened. This may include your health, if you were hurt.
- **Cookie-based usage data.** At present there is none: this website sets no cookies. How fast its pages are, and what is used, is measured without them.
- **Server records.** Our server notes which kind of page was asked for, when, and a shortened internet address that does not point to you. To limit abuse of the callback form, it counts requests by full address for ten minutes.
# why-we-use-it Why we use it
> We use your details to help you with your accident, not to advertise.
The law asks for a reason, called a lawful basis, for each use.
To call you back and tell you what we can do:: You asked for it: steps before a contract.
To arrange recovery, a replacement vehicle and repairs, and to handle your claim:: Our contract with you. For details of your health: legal claims.
To keep the records that tax and company law ask for:: A legal obligation.
To keep the website safe and fast:: Our legitimate interest in a website that works.
No decision about you is made by a machine alone.
# who-receives-it Who receives it
> Only those who need your details for your claim get them. We never sell them.
- Companies that run our website, e-mail and phones for us, on our instructions
- For your claim: the insurers, the engineer, the bodyshop, the recovery and hire companies and the solicitors who deal with it
- Authorities and courts, where the law asks us to
Pictures in our blog may come from the servers of Contentful, a content service. Your browser then tells it your internet address, as it tells every website.
If one of these companies is outside the UK, we use the safeguards that UK law asks for. Ask us for a copy.
# how-long-we-keep-it How long we keep it
> We keep your details no longer than your request or your claim needs them.
- **Callback requests.** ${keptFor(retentionDays)}
- **Claims.** What becomes part of a claim is kept until the claim is settled, and then for as long as the law asks us to keep it or allows claims to be made.
# on-your-device What stays on your device
> Your browser keeps a few things for you. They are not sent to us.
Accident notes and ticked steps:: What you type and tick on the [Accident page](/accident), until you clear it there (local storage). It comes to us only in an e-mail that you send.${vitalsSampleRate > 0 ? ' Of each step we count how often it is ticked, as part 7 says.' : ''}
The callback form:: What you typed and have not sent, until you close the tab (session storage). It comes to us only when you send it.
${serviceWorker ? 'An offline copy:: The Accident page and its files, so that it opens without a connection (service worker)' : ''}
${vitalsSampleRate > 0 ? 'Your choice below:: That you do not want to be measured, until you change it (local storage)' : ''}
They are there only to do what you asked for. To remove them all, clear the data of this website in your browser.
# measuring What we measure
${vitalsSampleRate > 0 ? MEASURED : NOT_MEASURED}
# cookie-settings Cookie settings
> Cookie settings are controlled through the browser.
Its settings let you see, block and delete cookies, for this website alone or for all. We set none today. If we ever want to set one that is not needed for what you ask of us, we ask you first.
# your-rights Your rights
> It is your data. You can see it, correct it and say no.
You have the right to ask us to:
- tell you what we hold about you and give you a copy
- correct what is wrong
- erase it, or stop using it for a time
- give it to you, or to somebody else, in a form that a computer can read
- stop a use that rests on our legitimate interest: you object to it
Write to {email} or call {phone}. It costs nothing, and we answer within one month.
# data-complaints Complaints about your data
> If we got something wrong with your data, tell us. You can also go to the regulator.
E-mail {emailAboutData}, call us or write to us. Say what happened and what you would like us to do. Our [complaints procedure](/complaints) applies:
- within 48\u00a0hours we tell you that we have your complaint and who handles it (the law gives us 30\u00a0days)
- we look into it without undue delay and tell you how it is going
- we tell you the outcome
You may complain to the Information Commissioner’s Office (ICO), the regulator for data protection, at [ico.org.uk/make-a-complaint](https://ico.org.uk/make-a-complaint/) or on [0303 123 1113](tel:+443031231113). It will normally ask you to tell us first.
`;

const MEASURED = `> We measure how fast our pages are, what fails and what is used, not who you are. You can say no.
When you leave a page, your browser tells us how long it took to load, to react and to settle. We get a few numbers and add them to those of all visits. They carry no name, no address of a page and nothing that tells visitors apart. We use them only to make the website faster.
It also tells us of each page, but not of you: which of our numbers were tapped, which steps of the Accident page were ticked, and that the callback form was begun or sent. We add these up by week, to see which pages help people to reach us.
When a script of a page fails, your browser tells us what failed, where in the script, and which kind of browser it is, at most five times a page. What is quoted in such a message, numbers and e-mail addresses are left out.
{measuringSwitch}
We also take no for an answer from your browser: with Global Privacy Control or Do Not Track turned on, nothing is sent. Without JavaScript nothing is measured.`;

const NOT_MEASURED = `> We do not measure your visits.
Your browser sends us no figures on how the website is used.`;

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
  const { email } = site.company;
  return (
    <LegalPage
      page={metadata.id}
      title="Privacy policy"
      lead="Who controls your data, what we collect, what stays on your device and how you control cookies."
      text={textOf(site)}
      parts={{
        emailAboutData: <MailLink email={email} subject="Data protection complaint" />,
        measuringSwitch: <MeasuringSwitch />,
      }}
      from={site.legal?.privacyFrom}
    />
  );
}
