import { firstName } from '@pulso/contract/billing/message-text';
import type { My } from '@pulso/contract/billing/client-app';
import type { MyToday } from '@pulso/contract/coaching/courses';
import type { Notification } from '@pulso/contract/desk/notifications';
import { Suspense, useEffect, useState } from 'react';
import { serverToday } from '#http/server-clock';
import { useAnswer } from '#http/answers';
import { brand } from '#device/brand';
import { isUsedAgain } from '#device/install-question';
import { OFFER_KEY, readStored } from '#device/phone-storage';
import { readPerson } from '#device/session';
import { useLocalToday } from '#device/use-log';
import { AnswerStates, RowsSkeleton, Screen } from '#features/screen';
import { isWithheld, TODAY_PATH } from '#features/kept-limits';
import { CourseLine } from '#features/today/course-line';
import { Meals } from '#features/today/meals';
import { PlanStrip } from '#features/today/plan-strip';
import { TrainingCard } from '#features/today/training-card';
import { longDay } from '#features/words';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';

// The app is offered for installing from the second day on: the first visit does without this code.
const InstallLine = lazyOptional(async () => (await import('#features/today/install-line')).InstallLine);

// Most days bring no notice.
const Notices = lazyOptional(async () => (await import('#features/today/notices')).Notices);

// Notifications are offered once, after a workout.
const PushLine = lazyOptional(async () => (await import('#features/today/push-line')).PushLine);

// Nobody has begun a session on a first visit.
const OpenCard = lazyOptional(async () => (await import('#features/today/open-card')).OpenCard);

/** The offer stands for the day on which it was first made. */
const mayOfferPush = () => [undefined, serverToday()].includes(readStored<string>(OFFER_KEY));

/** The name is on the phone since entering; where the browser has lost it, the server knows it. */
function useFirstName(isInside: boolean): string {
  const known = readPerson()?.name;
  const { data } = useAnswer<My>(known === undefined && isInside ? 'my' : undefined);
  return firstName(known ?? data?.name ?? '');
}

export function TodayScreen() {
  const answer = useAnswer<MyToday>(TODAY_PATH);
  const local = useLocalToday(answer);
  const name = useFirstName(answer.data !== undefined);
  return (
    <>
      {brand.name && (
        <p className="mb-5 flex items-center gap-2.5 text-sm font-semibold">
          <img src={brand.icon} alt="" width={32} height={32} className="size-8 rounded-control" />
          <span className="min-w-0 truncate">{brand.name}</span>
        </p>
      )}
      <Screen
        title={name ? `Hola, ${name}` : 'Hola'}
        tab="Hoy"
        context={longDay(local?.day ?? serverToday())}
        answer={answer}
      >
        <AnswerStates path={TODAY_PATH} answer={answer} failure="Error al cargar tu día" skeleton={<TodaySkeleton />}>
          {(told) => <Today told={told} today={local ?? told} withheld={isWithheld(answer)} />}
        </AnswerStates>
      </Screen>
    </>
  );
}

type TodayProps = {
  /** As the server told it, and with what was noted here. */
  told: MyToday;
  today: MyToday;
  withheld: boolean;
};

function Today({ told, today, withheld }: TodayProps) {
  const { sees, meals, plan, workout } = today;
  const [isUsedAgainHere, setUsedAgainHere] = useState(false);
  // After the day is drawn: it takes the clock of Buenos Aires, which a slow phone makes slowly.
  useEffect(() => {
    const afterwards = setTimeout(() => setUsedAgainHere(isUsedAgain()));
    return () => clearTimeout(afterwards);
  }, []);
  const seesAll = sees === 'all' && !withheld;
  const courses = today.courses.filter(({ course }) => course !== workout?.course);
  // The session that was begun stands in place of its course, as the card.
  const first = workout ? undefined : courses[0];
  const others = courses.filter((course) => course !== first);
  // The server counts them.
  const done = seesAll ? told.courses.flatMap(({ done_id }) => done_id ?? []) : [];
  return (
    <div className="space-y-6">
      {seesAll && workout && (
        <Suspense fallback={<div className="skeleton h-40 rounded-card" />}>
          <OpenCard workout={workout} />
        </Suspense>
      )}
      {seesAll && first && <TrainingCard course={first} day={today.day} />}
      {seesAll && !workout && !first && (
        <EmptyState title="Todavía no tienes un entrenamiento." text="Cuando te asignen uno, aparece aquí." />
      )}
      {seesAll && others.length > 0 && (
        <section aria-label="También sigues">
          <h2 className="mb-1 font-semibold">También sigues</h2>
          <ul className="divide-y divide-line">
            {others.map((course) => (
              <CourseLine key={course.course} course={course} day={today.day} />
            ))}
          </ul>
        </section>
      )}
      {seesAll && meals.length > 0 && <Meals meals={meals} />}
      <PlanStrip plan={plan} lapsed={!seesAll} />
      {(seesAll || sees === 'history') && <NoticesPart />}
      {done.length > 0 && mayOfferPush() && (
        <Suspense>
          <PushLine key={done.join()} />
        </Suspense>
      )}
      {isUsedAgainHere && (
        <Suspense>
          <InstallLine />
        </Suspense>
      )}
    </div>
  );
}

function NoticesPart() {
  const { data = [] } = useAnswer<Notification[]>('my/notifications');
  return (
    data.length > 0 && (
      <Suspense>
        <Notices notices={data} />
      </Suspense>
    )
  );
}

function TodaySkeleton() {
  return (
    <>
      <div className="mb-6 overflow-hidden rounded-card border border-line bg-surface">
        <div className="skeleton aspect-video w-full rounded-none" />
        <div className="space-y-3 p-5">
          <div className="skeleton h-4 w-2/5" />
          <div className="skeleton h-7 w-4/5" />
          <div className="skeleton h-12 w-full" />
        </div>
      </div>
      <RowsSkeleton rows={2} />
    </>
  );
}
