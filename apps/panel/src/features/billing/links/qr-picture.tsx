import { encode } from 'uqr';

/** Light modules around the code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/** One path with a square for each dark module. */
function drawModules(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}

/** An address as a QR code, drawn here. Dark on white in both themes: many cameras read no other. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-64 rounded-control border border-line bg-white"
    >
      <path d={drawModules(data)} fill="#000" />
    </svg>
  );
}
