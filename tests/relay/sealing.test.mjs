// Sealed messages without a relay: what is changed on the way is not opened.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newKey, sealingBy } from "../../web/live/sealing.js";

/** @typedef {import("../../web/live/sealing.js").Kind} Kind */

test("whatever of a message is changed, cut off or added, it is not opened, and what is opened is not opened twice", async () => {
  const key = newKey();
  const [one, other] = [await sealingBy(key), await sealingBy(key)];
  const stranger = await sealingBy(newKey());
  for (const size of [0, 1, 481, 482, 1_000]) {
    const message = crypto.getRandomValues(new Uint8Array(size));
    const sealed = await one.seal("turn", message);
    assert.ok(sealed.length >= 512 && Number.isInteger(Math.log2(sealed.length)), `${size}`);
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = sealed.slice();
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
      assert.equal(await other.unseal("turn", changed), "forged", `${size}: byte ${place}`);
      assert.equal(await other.unseal("turn", sealed.slice(0, place)), "forged");
    }
    assert.equal(await other.unseal("turn", new Uint8Array([...sealed, 0])), "forged");
    for (const kind of /** @type {Kind[]} */ (["signal", "watch", "watched"]))
      assert.equal(await other.unseal(kind, sealed), "forged", kind);
    assert.equal(await stranger.unseal("turn", sealed), "forged");
    assert.deepEqual(await other.unseal("turn", sealed), message);
    assert.equal(await other.unseal("turn", sealed), "repeated");
  }
  await assert.rejects(one.seal("turn", new Uint8Array(16_384)));
});
