import { useEffect, useId, type ReactNode } from 'react';
import { navigate, usePlace } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { BackLink } from '@pulso/web/ui/controls/links';
import { useRootAttribute } from '@pulso/web/ui/hooks/use-root-attribute';
import type { Address } from '#addresses';
import { DraftNotice } from '#forms/draft-notice';
import { FailureBox, isShownAtField, type SaveFailure } from '#forms/failure-box';
import { Form, type Check, type Files } from '#forms/form';
import { useDiscardQuestion } from '#forms/use-discard-question';
import { useFirstFocus } from '#forms/use-first-focus';
import { useDraft } from '#forms/use-draft';
import { PageHeader } from '#ui/layout/page';

type Props<T> = {
  title: string;
  /** Name of the edited item, for the browser's tab. */
  subject?: string;
  /** Target of 'Cancelar', of the link at the top and, without `next`, of a finished save. */
  back: { to: Address; label: string };
  /** Target of a finished save. */
  next?: Address;
  submit: string;
  /** Name of the draft, if it is another than the address. */
  draft?: string;
  check: Check<T>;
  values?: Record<string, unknown>;
  busy: boolean;
  /** True once saved: leaving discards nothing any more. */
  saved: boolean;
  failure?: SaveFailure;
  onSubmit: (values: T, files: Files) => void;
  /** Loads the values stored now. */
  onReload?: () => Promise<Record<string, unknown> | undefined>;
  children: ReactNode;
};

/** A form that is a screen of its own; asks before typed text is lost. */
export function FormPage<T>({
  title,
  subject,
  back,
  next = back.to,
  submit,
  draft: draftName,
  busy,
  saved,
  failure,
  onReload,
  children,
  ...form
}: Props<T>) {
  const id = useId();
  const { pathname } = usePlace();
  const draft = useDraft({ name: draftName ?? pathname, id, values: form.values, busy: busy || saved, onReload });
  const { question } = useDiscardQuestion(draft.dirty && !saved, draft.discard);
  useFirstFocus(id, form.values === undefined);
  useEffect(() => {
    if (saved) void navigate(next, { asLeft: true });
  }, [saved, next]);
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to={back.to}>{back.label}</BackLink>
      <PageHeader title={title} tab={subject && `${subject} · ${title}`} />
      <Form id={id} {...form} {...draft.form} serverErrors={failure?.errors} busy={busy} className="space-y-6">
        {draft.notice && <DraftNotice {...draft.notice} />}
        {children}
        {failure && !isShownAtField(failure) && <FailureBox failure={failure} onReload={draft.reload} />}
      </Form>
      <FormFooter>
        <Button onClick={() => void navigate(back.to, { asLeft: true })} disabled={busy}>
          Cancelar
        </Button>
        <Button look="primary" type="submit" form={id} busy={busy} disabled={busy}>
          {busy ? 'Guardando...' : submit}
        </Button>
      </FormFooter>
      {question}
    </div>
  );
}

/** The buttons of a long form, always in sight. */
export function FormFooter({ children }: { children: ReactNode }) {
  useRootAttribute('data-foot');
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex justify-end gap-2 border-t border-line bg-surface px-4 foot-safe max-sm:*:last:flex-1 sm:mx-0 sm:bg-ground sm:px-0 print:hidden">
      {children}
    </div>
  );
}

/** A group of fields under its heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5">
      <h2 id={id} className="mb-5 text-base font-semibold">
        {title}
      </h2>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">{children}</div>
    </section>
  );
}

/** Skeleton below the title of a form whose fields are not known yet. */
export function FormSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando">
      <div data-skeleton className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:grid-cols-2">
        <div className="skeleton my-0.5 h-5 w-40 sm:col-span-2" />
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index}>
            <div className="skeleton mt-0.5 mb-2 h-4 w-24" />
            <div className="skeleton h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
