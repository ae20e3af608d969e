/** RFC 4180, nothing more: one separator, CRLF, quotes doubled inside quotes. */
export function parseCsv(file: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < file.length;) {
    let cell = '';
    if (file[at] === '"') {
      for (at++; !(file[at] === '"' && file[at + 1] !== '"'); at++) {
        if (at >= file.length) throw new Error('open quote');
        if (file[at] === '"') at++;
        cell += file[at];
      }
      at++;
    } else {
      while (at < file.length && file[at] !== separator && !file.startsWith('\r\n', at)) {
        if (/["\r\n]/.test(file[at] ?? '')) throw new Error(`bare ${JSON.stringify(file[at])}`);
        cell += file[at++];
      }
    }
    row.push(cell);
    if (file[at] === separator) at++;
    else if (file.startsWith('\r\n', at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`text after a cell at ${at}`);
  }
  return rows;
}
