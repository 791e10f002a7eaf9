import type { PageId } from '../addresses.ts';

export interface PageMetadata {
  /** Without the product-name suffix. With it, search results show about 60 characters. */
  title: string;
  /** 110 to 155 characters: shorter ones get replaced by search engines, longer ones get cut. */
  description: string;
  /** Comma separated. */
  keywords: string;
  /** Path of a 1200x630 PNG in `public/`. */
  socialImage: string;
  socialImageAlt: string;
  /** Name of the page in a breadcrumb trail: what the header or the footer calls it. */
  breadcrumb: string;
}

/**
 * `build/artwork/make-pictures.ts` draws these. They carry no company fact, since those come from
 * the configuration.
 */
const SOCIAL_PICTURES = {
  home: {
    socialImage: '/social/home.png',
    socialImageAlt:
      'A yellow recovery truck carries a white car past a road sign: Not your fault? We’ll take it from here.',
  },
  accident: {
    socialImage: '/social/accident.png',
    socialImageAlt:
      'A warning triangle, a red car and a grey car by a road sign: Had a road accident? What to do, step by step',
  },
  'replacement-vehicles': {
    socialImage: '/social/replacement-vehicles.png',
    socialImageAlt:
      'A van and two cars by a road sign: Replacement vehicles, delivered to you in about 10 hours',
  },
  'credit-hire': {
    socialImage: '/social/credit-hire.png',
    socialImageAlt: 'A green car by a road sign: Credit hire. Drive on, with no up-front cost',
  },
  'bodyshop-repairs': {
    socialImage: '/social/bodyshop-repairs.png',
    socialImageAlt:
      'A recovery truck carries a red car past a road sign: Bodyshop repairs. Branded parts, approved bodyshops',
  },
  about: {
    socialImage: '/social/about.png',
    socialImageAlt:
      'A car, a van, a motorcycle and a taxi by a road sign: Accident management since 2011',
  },
  blogs: {
    socialImage: '/social/blogs.png',
    socialImageAlt: 'A minibus at night by a road sign: Our Blog. News, tips and insights',
  },
  contact: {
    socialImage: '/social/contact.png',
    socialImageAlt:
      'A recovery truck at night by a road sign: Contact us. Call or ask for a callback',
  },
  legal: {
    socialImage: '/social/legal.png',
    socialImageAlt: 'A black taxi by a road sign: Terms, complaints and privacy',
  },
} as const;

/**
 * What search results and shared links say of each page. Nothing here goes beyond section 1 of the
 * specification.
 */
export const PAGE_METADATA: Record<PageId, PageMetadata> = {
  home: {
    title: 'Professional Accident Management Services UK',
    description:
      'Non-fault accident? We arrange 24/7 recovery, a replacement vehicle in about 10 hours, bodyshop repairs and claim help, with no excess to pay.',
    keywords:
      'accident management, non-fault accident, vehicle recovery, replacement vehicle, credit hire, bodyshop repairs, claim help, UK',
    breadcrumb: 'Home',
    ...SOCIAL_PICTURES.home,
  },
  about: {
    title: 'About Us: UK Accident Management Since 2011',
    description:
      'A UK accident management company founded in 2011. We help drivers and riders after a non-fault accident, with 10+ years of experience.',
    keywords: 'accident management company, about us, founded 2011, non-fault accident help, UK',
    breadcrumb: 'About Us',
    ...SOCIAL_PICTURES.about,
  },
  accident: {
    title: 'Had a Road Accident? What to Do, Step by Step',
    description:
      'What to do after a road accident: stay calm, exchange details, note what happened, take photos and report it to the police. Call us at any hour.',
    keywords:
      'road accident, what to do after a car accident, exchange details, report an accident, accident steps, UK',
    breadcrumb: 'Accident',
    ...SOCIAL_PICTURES.accident,
  },
  'replacement-vehicles': {
    title: 'Replacement Vehicles After a Non-Fault Accident',
    description:
      'Grade A replacement vehicles, all under 3 years old and fully comprehensively insured. Cars, vans, minibuses and taxis, in about 10 hours.',
    keywords:
      'replacement vehicle, replacement car, replacement van, minibus, taxi, private hire, non-fault accident, grade A vehicle',
    breadcrumb: 'Replacement Vehicles',
    ...SOCIAL_PICTURES['replacement-vehicles'],
  },
  'credit-hire': {
    title: 'Credit Hire With No Up-Front Cost',
    description:
      'Credit hire gives you a replacement vehicle with no up-front cost after a non-fault accident. Costs are recovered from the at-fault insurer.',
    keywords:
      'credit hire, no up-front cost, at-fault insurer, hire after an accident, replacement vehicle',
    breadcrumb: 'Credit Hire',
    ...SOCIAL_PICTURES['credit-hire'],
  },
  'bodyshop-repairs': {
    title: 'Accident Repairs at Approved Bodyshops',
    description:
      'Branded-parts repairs through a national network of approved bodyshops, after an independent engineer’s inspection and report to insurers.',
    keywords:
      'bodyshop repairs, accident repair, approved bodyshop, branded parts, independent engineer inspection',
    breadcrumb: 'Bodyshop Repairs',
    ...SOCIAL_PICTURES['bodyshop-repairs'],
  },
  blogs: {
    title: 'Blog: Accident Management News and Tips',
    description:
      'Stay updated with the latest news, tips, and insights about accident management and vehicle services, for drivers and riders in the UK.',
    keywords:
      'accident management blog, accident advice, vehicle services news, tips for drivers, UK',
    breadcrumb: 'Blogs',
    ...SOCIAL_PICTURES.blogs,
  },
  'blog-post': {
    title: 'Blog Post',
    description:
      'A post from our blog: news, tips and insights about accident management and vehicle services for people in non-fault road accidents.',
    keywords: 'accident management, vehicle services, blog post, non-fault accident',
    breadcrumb: 'Blog Post',
    ...SOCIAL_PICTURES.blogs,
  },
  contact: {
    title: 'Contact Us and Request a Callback',
    description:
      'Call our main line or our 24-hour line, send an e-mail or request a callback about your non-fault accident. We will contact you shortly.',
    keywords:
      'contact, request a callback, 24-hour accident helpline, accident management phone number',
    breadcrumb: 'Contact Us',
    ...SOCIAL_PICTURES.contact,
  },
  terms: {
    title: 'Terms & Conditions of This Website',
    description:
      'The terms for using this website: personal, non-commercial use, liability, data protection, changes to the terms and governing law.',
    keywords: 'terms and conditions, website terms, liability, governing law, England and Wales',
    breadcrumb: 'Terms & Conditions',
    ...SOCIAL_PICTURES.legal,
  },
  complaints: {
    title: 'Complaints Procedure: How to Complain',
    description:
      'Complain in writing, by e-mail, by telephone or in person. We say who handles it within 48 hours and aim to resolve it within 28 days.',
    keywords:
      'complaints procedure, make a complaint, complaint within 28 days, accident management complaints',
    breadcrumb: 'Complaints Procedure',
    ...SOCIAL_PICTURES.legal,
  },
  'privacy-policy': {
    title: 'Privacy Policy: How We Handle Your Details',
    description:
      'Who controls your data, which contact details and cookie-based usage data we collect, and how to set your cookie choices in the browser.',
    keywords: 'privacy policy, data controller, personal data, cookies, contact details',
    breadcrumb: 'Privacy Policy',
    ...SOCIAL_PICTURES.legal,
  },
  'not-found': {
    title: 'Page Not Found',
    description:
      'The page you are looking for was not found. Go back home, read what to do after an accident, or call our line, answered 24 hours a day.',
    keywords: 'page not found',
    breadcrumb: 'Page Not Found',
    ...SOCIAL_PICTURES.home,
  },
  offline: {
    title: 'You Are Offline',
    description:
      'This page needs an internet connection, and there is none just now. You can still call our line, which is answered 24 hours a day.',
    keywords: 'offline',
    breadcrumb: 'You Are Offline',
    ...SOCIAL_PICTURES.home,
  },
  'unexpected-error': {
    title: 'Unexpected Application Error!',
    description:
      'This page could not be shown because of an unexpected error. Try again in a moment, or call our line, answered 24 hours a day.',
    keywords: 'unexpected error',
    breadcrumb: 'Error',
    ...SOCIAL_PICTURES.home,
  },
};
