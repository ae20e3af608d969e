import { expect, it } from 'vitest';
import { writeZip } from '#archive/zip';

const END_BYTES = 22;
const LARGE_BYTES = 56 + 20;
const COUNT = 66_000;

it('EXP-01 more files than two bytes count are counted in eight, before the end that every reader looks for', async () => {
  const entries = Array.from({ length: COUNT }, (_, at) => ({ name: `${at}.txt`, bytes: ['x'], packed: true }));
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(entries, new Date())) pieces.push(piece);
  const zip = Buffer.concat(pieces);
  const end = zip.subarray(-END_BYTES);
  expect([end.readUInt32LE(0), end.readUInt16LE(10)]).toEqual([0x06054b50, 0xffff]);
  const large = zip.subarray(-END_BYTES - LARGE_BYTES, -END_BYTES);
  expect([large.readUInt32LE(0), large.readBigUInt64LE(32)]).toEqual([0x06064b50, BigInt(COUNT)]);
  const [length, offset] = [large.readBigUInt64LE(40), large.readBigUInt64LE(48)];
  expect(offset + length).toBe(BigInt(zip.length - END_BYTES - LARGE_BYTES));
  expect(large.readBigUInt64LE(56 + 8)).toBe(offset + length);
  expect(zip.readUInt32LE(Number(offset))).toBe(0x02014b50);
});
