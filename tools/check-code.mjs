import { ESLint } from 'eslint';
import ts from 'typescript';
import { ROOT } from './steps.mjs';

/** What `tsc --noEmit` says, and the program that knows all types by then. */
function checkTypes() {
  const path = `${ROOT}tsconfig.json`;
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path, (file) => ts.sys.readFile(file)).config,
    ts.sys,
    ROOT,
    undefined,
    path,
  );
  const program = ts.createProgram(fileNames, options);
  const problems = [...errors, ...ts.getPreEmitDiagnostics(program)];
  const host = { getCanonicalFileName: String, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' };
  return { program, failed: problems.length > 0, said: ts.formatDiagnostics(problems, host) };
}

/**
 * What `eslint .` says. Most of its time would go into finding the types that the compiler has found before.
 * @param {import('typescript').Program} program
 */
async function checkStyle(program) {
  const parserOptions = { projectService: false, programs: [program] };
  const eslint = new ESLint({ cwd: ROOT, overrideConfig: { languageOptions: { parserOptions } } });
  const results = await eslint.lintFiles(['.']);
  const failed = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0);
  return { failed, said: await (await eslint.loadFormatter('stylish')).format(results) };
}

const types = checkTypes();
process.stdout.write(types.said);
const style = await checkStyle(types.program);
process.stdout.write(style.said);
process.exitCode = types.failed || style.failed ? 1 : 0;
