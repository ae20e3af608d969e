import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { testApp } from '#test/test-app';

type Schema = Record<string, Record<string, string>>;

/** The type and nullability of every column, as the compiler sees them. */
function readDeclaredSchema(): Schema {
  const root = fileURLToPath(new URL('./declared-schema.ts', import.meta.url));
  const text = `
    import type { Selectable } from 'kysely';
    import type { Database } from '#db/schema/database';
    export declare const tables: { [T in keyof Database]: Selectable<Database[T]> };`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (name) => name === root || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === root ? ts.createSourceFile(name, text, version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([root], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(root)!;
  const [tables] = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  const fieldsOf = (type: ts.Type) =>
    checker.getPropertiesOfType(type).map((field) => [field.name, checker.getTypeOfSymbol(field)] as const);
  return Object.fromEntries(
    fieldsOf(checker.getTypeOfSymbol(tables!)).map(([table, row]) => [
      table,
      Object.fromEntries(fieldsOf(row).map(([column, type]) => [column, kindOf(checker, type)])),
    ]),
  );
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const bare = checker.getBaseTypeOfLiteralType(checker.getNonNullableType(type));
  const kinds = (bare.isUnion() ? bare.types : [bare]).map((one) => {
    if (one.flags & ts.TypeFlags.StringLike) return 'text';
    if (one.flags & ts.TypeFlags.NumberLike) return 'number';
    if (one.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    return 'other';
  });
  const isNullable = bare !== checker.getBaseTypeOfLiteralType(type) && checker.typeToString(type).includes('null');
  return [...new Set(kinds)].join(' or ') + (isNullable ? ', nullable' : '');
}

type Column = { table: string; column: string; type: string; nullable: boolean; computed: boolean };

const KINDS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  bool: 'boolean',
  text: 'text',
  uuid: 'text',
  date: 'text',
  timestamptz: 'text',
};

it('every table and column of the database is declared as it is', async () => {
  const { db } = await testApp();
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as nullable,
      is_generated = 'ALWAYS' as computed
    from information_schema.columns where table_schema = 'public'`.execute(db);
  const declared = readDeclaredSchema();
  const stored: Schema = {};
  for (const { table, column, type, nullable, computed } of rows) {
    const kind = KINDS[type] ?? 'other';
    const found = declared[table]?.[column];
    // The catalogue calls every generated column nullable.
    if (computed && found) declared[table]![column] = found.replace(', nullable', '');
    (stored[table] ??= {})[column] = kind + (nullable && !computed ? ', nullable' : '');
  }
  expect(declared).toEqual(stored);
});
