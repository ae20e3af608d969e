import {
  describeGroup,
  importFieldLabels,
  type Import,
  type ImportChange,
  type ImportField,
  type ImportGroup,
  type ImportRowShown,
} from '@pulso/contract/desk/imports';
import { plans } from '@pulso/contract/catalogue/plans';
import { displayName } from '@pulso/contract/kit/labels';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { useList } from '#api/resources';
import { describeRule, isMendedByChoice, mendsOf, withRule } from '#features/desk/imports/imports.rules';
import { Select } from '#ui/controls/select';
import { formatCount } from '#ui/text/numbers';

type Change = (change: ImportChange) => void;

const GENDERS = ['Femenino', 'Masculino', 'Otro'].map((label) => ({ value: label, label }));

/** What stands in place of the text that all rows of a group have. */
function Choice({
  group,
  found,
  onChange,
  busy,
}: {
  group: ImportGroup;
  found: Import;
  onChange: Change;
  busy: boolean;
}) {
  const { field, value } = group;
  const { data } = useList(plans, { enabled: field === 'plan' });
  const [chosen, choose] = useState('');
  const offered = (data ?? []).flatMap(({ title, status }) => (status ? [{ value: title, label: title }] : []));
  const options = field === 'plan' ? offered : GENDERS;
  const label = field === 'plan' ? 'Es el plan' : 'Es el género';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label={label}
        value={chosen}
        options={[{ value: '', label: `${label}…` }, ...options]}
        onChange={choose}
      />
      <Button
        disabled={chosen === '' || busy}
        onClick={() => onChange({ rules: withRule(found.rules, { field, from: value ?? '', to: chosen }) })}
      >
        Usar este
      </Button>
    </div>
  );
}

type CellProps = { row: ImportRowShown; field: ImportField; onChange: Change };

/** A cell that is typed over in place; leaving it stores it. */
function Cell({ row: { row, cells }, field, onChange }: CellProps) {
  const text = cells[field] ?? '';
  return (
    <input
      key={text}
      type="text"
      defaultValue={text}
      aria-label={`${importFieldLabels[field]} de la fila ${row}`}
      placeholder="Vacío"
      maxLength={200}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      onBlur={({ currentTarget: { value } }) => {
        if (value !== text) onChange({ cells: [{ row, field, value }] });
      }}
      className="h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-sm sm:h-10"
    />
  );
}

const nameOf = ({ cells }: ImportRowShown) => displayName([cells.name, cells.surname].filter(Boolean).join(' '));

function Rows({ group, onChange }: { group: ImportGroup; onChange: Change }) {
  const isExisting = group.code === 'taken' && group.field === 'name';
  const isRepeated = group.code === 'repeated';
  return (
    <ul className="mt-3 divide-y divide-line border-t border-line">
      {group.rows.map((row) => (
        <li
          key={row.row}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-2 sm:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <span className="text-sm text-muted tabular-nums">Fila {row.row}</span>
          <span className="truncate text-sm font-medium" title={nameOf(row)}>
            {nameOf(row)}
          </span>
          <div className="max-sm:col-span-2">
            {isExisting || isRepeated ? (
              <label className="flex min-h-11 items-center gap-2 text-sm sm:min-h-10">
                <input
                  type="checkbox"
                  className="size-5 shrink-0"
                  checked={row.include}
                  aria-label={`Importar igual la fila ${row.row}`}
                  onChange={(event) => onChange({ include: [{ row: row.row, include: event.target.checked }] })}
                />
                Importar igual
              </label>
            ) : (
              <Cell row={row} field={group.field} onChange={onChange} />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Group({
  group,
  found,
  onChange,
  busy,
}: {
  group: ImportGroup;
  found: Import;
  onChange: Change;
  busy: boolean;
}) {
  const hidden = group.count - group.rows.length;
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <h3 className="text-sm font-semibold wrap-anywhere">{describeGroup(group)}</h3>
      {group.rows.every(({ state }) => state === 'wrong') && (
        <div className="mt-2 flex flex-wrap gap-2">
          {isMendedByChoice(group) && <Choice group={group} found={found} onChange={onChange} busy={busy} />}
          {mendsOf(group).map(({ label, rule }) => (
            <Button key={label} disabled={busy} onClick={() => onChange({ rules: withRule(found.rules, rule) })}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {isMendedByChoice(group) ? (
        <details className="mt-2">
          <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium sm:min-h-10">
            Corregir fila por fila
          </summary>
          <Rows group={group} onChange={onChange} />
        </details>
      ) : (
        <Rows group={group} onChange={onChange} />
      )}
      {hidden > 0 && <p className="mt-2 text-sm text-muted">Y {formatCount(hidden)} más.</p>}
    </li>
  );
}

/** Rules that hold, each with a way to do without it. */
export function Rules({ found, onChange, busy }: { found: Import; onChange: Change; busy: boolean }) {
  if (found.rules.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {found.rules.map((rule) => {
        const label = describeRule(rule);
        return (
          <li key={label}>
            <Button
              disabled={busy}
              aria-label={`Quitar la regla: ${label}`}
              onClick={() => onChange({ rules: found.rules.filter((other) => other !== rule) })}
            >
              {label} <X aria-hidden className="size-4" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The rows that wait for a person, by what mends them. */
export function Groups({ found, onChange, busy }: { found: Import; onChange: Change; busy: boolean }) {
  if (found.groups.length === 0) return null;
  return (
    <section aria-labelledby="por-corregir">
      <h2 id="por-corregir" className="mb-3 text-lg font-semibold">
        Por corregir
      </h2>
      <ul className="space-y-3">
        {found.groups.map((group) => (
          <Group
            key={`${group.field} ${group.code} ${group.value ?? ''}`}
            group={group}
            found={found}
            onChange={onChange}
            busy={busy}
          />
        ))}
      </ul>
    </section>
  );
}
