/**
 * The company of the browser tests, so that what they record does not change with the placeholders
 * of a site that knows no company.
 */
export const TEST_COMPANY = {
  COMPANY_NAME: 'Kerbside',
  COMPANY_PHONE: '020 7946 0123',
  COMPANY_PHONE_24H: '0808 157 0124',
  COMPANY_EMAIL: 'hello@kerbside.example',
  COMPANY_CLAIMS_EMAIL: 'claims@kerbside.example',
  COMPANY_LEGAL_NAME: 'Kerbside Accident Management Ltd',
  COMPANY_NUMBER: '00000000',
  COMPANY_HEAD_OFFICE: '1 Sample Street, London EC1A 1AA',
  COMPANY_REGISTERED_OFFICE: '1 Sample Street, London EC1A 1AA',
};
