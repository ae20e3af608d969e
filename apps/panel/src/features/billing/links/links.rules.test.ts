import { linkProblems } from '@pulso/contract/billing/links.labels';
import type { LinkedProblem, PaymentLink } from '@pulso/contract/billing/links';
import { describe, expect, it } from 'vitest';
import { feeWords } from '#features/billing/ledger/fee-words';
import { amountWords, canRenewWith, defaultLinksView, linkFacts, problemAdvice, toLinkQuestion } from './links.rules';

const link: PaymentLink = {
  ...{ id: 1, user: { id: 2, name: 'Ana', deleted: false }, plan: { id: 3, title: 'Mensual' }, debt_id: null },
  ...{ concept: 'Mensual', amount: 12_500, url: 'https://mp.example/1', state: 'open', payment_id: 9 },
  ...{ created_at: '2026-11-19T12:00:00.000Z', expires_at: '2026-11-26T12:00:00.000Z', created_by: null },
  ...{ paid_on: null, fee: null, net: null, problems: [] },
};
const problem = (of: LinkedProblem['problem'], payment_id: number | null = 9): LinkedProblem => ({
  ...{ id: 5, problem: of, amount: 10_000, currency: 'ARS', transaction_id: '77', at: '2026-11-19T12:00:00.000Z' },
  payment_id,
});

describe('links', () => {
  it('are asked for by what the address says, as far as it is known', () => {
    expect(toLinkQuestion(defaultLinksView)).toEqual({});
    expect(toLinkQuestion({ ...defaultLinksView, estado: 'por-resolver', cliente: '7' })).toEqual({
      problems: true,
      user_id: 7,
    });
    expect(toLinkQuestion({ ...defaultLinksView, estado: 'paid' })).toEqual({ state: 'paid' });
    expect(toLinkQuestion({ ...defaultLinksView, estado: 'nada', cliente: 'x' })).toEqual({});
  });

  it('MPA-09 say until when they may be paid, and when they were', () => {
    expect(linkFacts(link)).toBe('Mensual · Vale hasta el 26/11/2026');
    expect(linkFacts({ ...link, state: 'paid', paid_on: '2026-11-20' })).toBe('Mensual · Pagado el 20/11/2026');
    expect(linkFacts({ ...link, state: 'failed' })).toBe('Mensual');
  });

  it('MPA-17 say what was kept and what is left, as far as it was told', () => {
    expect(feeWords({ fee: 512.5, net: 11_987.5 })).toBe('Comisión ARS 512,50 · Neto ARS 11.987,50');
    expect(feeWords({ fee: null, net: null })).toBe('');
  });

  it('MPA-07 MPA-11 tell a person of each problem what became of the money and what to do; what came may renew', () => {
    const advice = linkProblems.map((one) => problemAdvice(problem(one), link));
    expect(new Set(advice).size).toBe(linkProblems.length);
    expect(problemAdvice(problem('amount'), link)).toContain('Llegaron ARS 10.000,00 y el link era de ARS 12.500,00');
    expect(amountWords({ amount: 10, currency: 'USD' })).toBe('USD 10,00');
    expect(linkProblems.filter((one) => canRenewWith(problem(one)))).toEqual(['twice', 'not_renewed']);
    expect(canRenewWith(problem('not_renewed', null))).toBe(false);
  });
});
