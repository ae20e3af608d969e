import type { MyLinkState } from '@pulso/contract/billing/links';
import type { LinkState } from '@pulso/contract/billing/links.labels';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { refresh } from '#http/answers';
import { call } from '#http/call';
import { PAYING_KEY, readStored, store } from '#device/phone-storage';
import { TODAY_PATH } from '#features/kept-limits';
import { nextPause, returnWords, type Paying, type ReturnWords } from '#features/plan/payment-return.rules';
import { PLAN_PATH } from '#features/plan/plan.rules';

const isOver = (state: LinkState | null | undefined) => state === 'paid' || state === 'failed' || state === null;

/** Asks what became of the payment while the client looks, more and more seldom, until it is known. */
function usePaymentState() {
  const [asked, setAsked] = useState(0);
  const [state, setState] = useState<LinkState | null>();
  const isKnown = isOver(state);
  useEffect(() => {
    const pause = nextPause(asked);
    if (isKnown || pause === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const ask = async () => {
      // Without an answer nothing is known, and it is asked again.
      const answer = await call('POST', 'my/payment-link/check', { json: {} }).catch(() => undefined);
      const found = answer && (answer.data as MyLinkState).state;
      // The next words go by the plan as it is by now.
      if (found === 'paid') await Promise.all([refresh(PLAN_PATH), refresh(TODAY_PATH)]);
      if (isLeft) return;
      if (answer) setState(found);
      setAsked(asked + 1);
    };
    const start = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => void ask(), pause);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [asked, isKnown]);
  return { state, asked };
}

const boxClasses: Record<ReturnWords['tone'], string> = {
  wait: 'border-line bg-surface',
  good: 'border-green bg-green-soft text-green',
  bad: 'border-red bg-red-soft text-red',
};
const icons = { wait: LoaderCircle, good: CircleCheck, bad: CircleAlert };

/** Tells a client who comes back from a payment what became of it. */
export function PaymentReturn({ plan }: { plan: MyPlan }) {
  const [paying] = useState(() => readStored<Paying>(PAYING_KEY));
  const { state, asked } = usePaymentState();
  const words = returnWords(state, asked, { paying, plan });
  const isKnown = isOver(state);
  useEffect(() => {
    if (isKnown) store(PAYING_KEY, undefined);
  }, [isKnown]);
  const text = words?.text;
  useEffect(() => {
    if (text) speak(text, 'payment');
  }, [text]);
  if (!words) return null;
  const Icon = icons[words.tone];
  return (
    <div role="status" className={`flex items-center gap-3 rounded-card border p-5 ${boxClasses[words.tone]}`}>
      <Icon aria-hidden className={`size-6 shrink-0 ${words.tone === 'wait' ? 'animate-spin text-muted' : ''}`} />
      <p className="min-w-0 text-lg font-semibold text-balance">{words.text}</p>
    </div>
  );
}
