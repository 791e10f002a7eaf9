/**
 * The company of the browser tests, so that what they record does not change with the placeholders
 * of a site that knows no company. It has no name: a company with one claims nothing by itself.
 */
export const TEST_COMPANY = {
  COMPANY_PHONE: '020 7946 0123',
  COMPANY_PHONE_24H: '0808 157 0124',
  COMPANY_EMAIL: 'hello@kerbside.example',
  COMPANY_CLAIMS_EMAIL: 'claims@kerbside.example',
  COMPANY_LEGAL_NAME: 'Kerbside Accident Management Ltd',
  COMPANY_NUMBER: '00000000',
  COMPANY_HEAD_OFFICE: '1 Sample Street, London EC1A 1AA',
  COMPANY_REGISTERED_OFFICE: '1 Sample Street, London EC1A 1AA',
};

/** A company that shares no fact with the placeholder. */
export const OTHER_COMPANY = {
  COMPANY_NAME: 'Roadaid',
  COMPANY_PHONE: '020 7946 0777',
  COMPANY_PHONE_24H: '0808 157 0888',
  COMPANY_EMAIL: 'help@roadaid.example',
  COMPANY_CLAIMS_EMAIL: 'cases@roadaid.example',
  COMPANY_LEGAL_NAME: 'Roadaid Assistance Limited',
  COMPANY_NUMBER: '09876543',
  COMPANY_HEAD_OFFICE: '7 Example Wharf, London E1 1AA',
  COMPANY_REGISTERED_OFFICE: '9 Register House, London W1 1AA',
};
