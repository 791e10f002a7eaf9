import { type ClaimDefinitions, PAGES, yesOrNo } from './claim-definition.ts';

/** Claims about what is done with the damaged vehicle. */
export const REPAIR_CLAIMS = {
  recovery: {
    value: yesOrNo,
    ask: 'Do you recover vehicles?',
    words: () => 'recovery',
    pages: PAGES.every,
    proof: 'Evidence: your agreements with recovery firms, or proof of your own trucks.',
  },
  recovery24h: {
    value: yesOrNo,
    ask: 'Do you recover vehicles 24 hours a day, every day?',
    words: ({ recoversDayAndNight }) => (recoversDayAndNight ? '24/7 recovery' : ''),
    pages: '/, /bodyshop-repairs, and in other words on /about and /accident',
    proof: 'Evidence: rotas for recovery, including nights, Christmas and Easter.',
  },
  storage: {
    value: yesOrNo,
    ask: 'Do you store vehicles securely?',
    words: () => 'secure storage',
    pages: PAGES.stranded,
    proof: 'Evidence: your agreements with storage yards, or proof of your own.',
  },
  approved: {
    value: yesOrNo,
    ask: 'Are your bodyshops approved?',
    words: () => 'approved bodyshop',
    pages: PAGES.hireAndRepairs,
    proof: 'Evidence: who approves the bodyshops, and by which standard.',
  },
  nationwide: {
    value: yesOrNo,
    ask: 'Do your bodyshops cover the whole country?',
    words: () => 'national network',
    pages: '/, /bodyshop-repairs',
    proof: 'Evidence: a list of bodyshops that shows national coverage.',
  },
  brandedParts: {
    value: yesOrNo,
    ask: 'Are repairs carried out with branded parts?',
    words: () => 'branded parts',
    pages: PAGES.hireAndRepairs,
    proof: 'Evidence: your agreements with the bodyshops.',
  },
  chooseRepairer: {
    value: yesOrNo,
    ask: 'May a customer have the vehicle repaired by a repairer of their choice?',
    words: () => 'a repairer of your choice',
    pages: '/bodyshop-repairs',
    proof: 'Evidence: repairs of the last year at repairers that customers chose.',
  },
  motorcycles: {
    value: yesOrNo,
    ask: 'Do you look after riders of motorcycles?',
    words: () => 'motorcycles',
    pages: PAGES.repairs,
    proof: 'Evidence: claims of riders that you dealt with, and who repairs motorcycles for you.',
  },
  engineerReport: {
    value: yesOrNo,
    ask: 'Does an engineer inspect each damaged vehicle and report to the insurers?',
    words: () => 'reports to the insurers',
    pages: PAGES.repairs,
    proof: 'Evidence: your agreements with the engineers, and reports of the last year.',
  },
  independentEngineer: {
    value: yesOrNo,
    ask: 'Are your engineers independent?',
    words: () => 'independent engineer',
    pages: ({ storage }) => (storage ? PAGES.stranded : PAGES.repairs),
    proof: 'Evidence: that the engineers have no financial interest in the repair.',
  },
} satisfies Partial<ClaimDefinitions>;
