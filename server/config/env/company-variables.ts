import { PLACEHOLDER_COMPANY } from '../../../shared/site/placeholder-company.ts';
import { companySchema } from '../site-file/company-schema.ts';
import { defineVariable } from './variable-definition.ts';

/** A fact that wins over the site file. */
const companyVariable = (key: keyof typeof PLACEHOLDER_COMPANY, meaning: string) => {
  const example = PLACEHOLDER_COMPANY[key];
  return { key, ...defineVariable(companySchema.shape[key], meaning, { example }) };
};

export const COMPANY_VARIABLES = {
  COMPANY_NAME: companyVariable('name', 'The logo and the end of every title.'),
  COMPANY_PHONE: companyVariable('phone', 'The main number.'),
  COMPANY_PHONE_24H: companyVariable('phone24h', 'The 24-hour helpline.'),
  COMPANY_EMAIL: companyVariable('email', 'For visitors and security reports.'),
  COMPANY_CLAIMS_EMAIL: companyVariable('claimsEmail', 'For claims.'),
  COMPANY_LEGAL_NAME: companyVariable('legalName', 'As registered at Companies House.'),
  COMPANY_NUMBER: companyVariable('number', 'The company number there.'),
  COMPANY_HEAD_OFFICE: companyVariable('headOffice', 'The address of the head office.'),
  COMPANY_REGISTERED_OFFICE: companyVariable('registeredOffice', 'The registered address.'),
};
