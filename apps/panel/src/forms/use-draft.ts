import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { deleteDraft, saveDraft, readDraft } from '#forms/drafts';
import { onSessionExpired } from '#api/session';
import { noteConflicts } from '#forms/draft-notice';
import {
  START_FROM_STORED,
  readEdits,
  mergeEdits,
  resumeDraft,
  startForm,
  versionOf,
  type Values,
} from '#forms/draft.rules';
import { controlsOf } from '#forms/form';

const SAVE_DELAY_MS = 300;

type Props = {
  /** Key of the draft; the same when the form is opened again. */
  name: string;
  id: string;
  values: Values | undefined;
  /** True while saving; a form that unmounts then was saved. */
  busy: boolean;
  /** Loads the stored values again. */
  onReload?: () => Promise<Values | undefined>;
};

const findForm = (id: string) => {
  const form = document.getElementById(id);
  return form instanceof HTMLFormElement ? form : undefined;
};

/**
 * Stores the draft of a form on the device until it is saved or discarded, so that it survives the end of the session and of
 * the page, and merges it with another person's save. Give `form` to the form.
 */
export function useDraft({ name, id, values, busy, onReload }: Props) {
  const [draft] = useState(() => readDraft(name));
  const [start, setStart] = useState(() => startForm(draft, values));
  const [dirty, setDirty] = useState(draft?.resumes ?? false);
  const edited = useRef(new Set(Object.keys(start.mine)));
  const pause = useRef(0);
  // True if nothing was typed, or it was saved or discarded: the stored draft is deleted with the form.
  const isOver = useRef(true);
  useEffect(() => {
    isOver.current = !dirty || busy;
  });

  const read = () => {
    const form = findForm(id);
    return form && readEdits(controlsOf(form), edited.current);
  };
  const store = () => {
    const edits = edited.current.size > 0 ? read() : undefined;
    if (edits) saveDraft(name, { ...edits, version: versionOf(values) });
  };
  useEffect(() => {
    const stopListening = onSessionExpired(store);
    window.addEventListener('pagehide', store);
    return () => {
      stopListening();
      window.removeEventListener('pagehide', store);
    };
  });
  const storeLast = useEffectEvent(store);
  // A layout effect, because it reads the controls before they are gone.
  useLayoutEffect(
    () => () => {
      window.clearTimeout(pause.current);
      if (isOver.current) deleteDraft(name);
      else storeLast();
    },
    [name],
  );

  useEffect(() => {
    if (start.notice !== 'merged') return;
    const isTheirs = (element: Element) => (element.getAttribute('name') ?? '') in start.theirs;
    const first = [...(findForm(id)?.elements ?? [])].find(isTheirs);
    if (first instanceof HTMLElement && first.matches(':not([type=hidden])')) first.focus();
    else document.getElementById(`${id}-notice`)?.focus();
  }, [id, start]);

  const turn = start.turn + 1;
  const forget = () => {
    window.clearTimeout(pause.current);
    deleteDraft(name);
    edited.current.clear();
    setStart((before) => ({ ...before, notice: undefined }));
    setDirty(false);
  };
  const onDiscard = () => {
    forget();
    setStart({ ...START_FROM_STORED, turn });
  };
  const onAccept = () => {
    if (!draft) return;
    edited.current = new Set(Object.keys(draft.mine));
    setStart(resumeDraft(draft, values, turn));
    setDirty(true);
  };
  const onEdit = (control: string) => {
    edited.current.add(control);
    setDirty(true);
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(store, SAVE_DELAY_MS);
  };
  const reload = async () => {
    const edits = read() ?? START_FROM_STORED;
    const fresh = await onReload?.();
    if (!fresh) return showToast({ title: 'No se pudo volver a cargar', description: 'Por favor, intenta de nuevo.' });
    setStart(mergeEdits(edits, fresh, values, turn));
  };

  const { notice: kind, isPartial } = start;
  return {
    dirty,
    discard: forget,
    /** Empties a form that stays, also of a draft that it began with. */
    startAnew: onDiscard,
    reload: onReload && (() => void reload()),
    form: { key: start.turn, values: { ...values, ...start.mine }, noteOf: noteConflicts(start.theirs), onEdit },
    notice:
      kind === undefined || (kind === 'offered' && dirty)
        ? undefined
        : { id: `${id}-notice`, kind, isPartial, at: draft?.at, onAccept, onDiscard },
  };
}
