/** Which animal represents each player. */

import { settings } from "../look/settings.svelte";
import type { TableInfo } from "../wire/messages";
import { isAnimal, PEOPLE, type AnimalId } from "./animals";
import { characterNamed, characterOf } from "./characters";

/** Pick a random animal for a person without one, and store it on the device. */
function drawAnimal(): void {
  const drawn = PEOPLE[Math.floor(Math.random() * PEOPLE.length)] ?? "dog";
  settings.set("avatar", drawn);
}
if (!isAnimal(settings.now.avatar)) drawAnimal();

/** Return the animal of the person at this device. */
export function ownAnimal(): AnimalId {
  const { avatar } = settings.now;
  return isAnimal(avatar) ? avatar : "dog";
}

/** Return a hash of a name. */
function hash(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

/** Return the animal of somebody who has no seat yet: the chosen one, or one by the name. */
export function animalOf(avatar: string, name: string): AnimalId {
  return isAnimal(avatar) ? avatar : (PEOPLE[hash(name) % PEOPLE.length] ?? "dog");
}

/**
 * Return the animals of a table, by seat. A bot has the animal of its character. A person has the
 * animal chosen when sitting down, or in a lesson the animal of this device. The other players of a
 * lesson are characters, by their names. For everybody else a hash of the name picks an animal; if it
 * is taken, the next free one.
 */
export function animalsOf(table: TableInfo): readonly AnimalId[] {
  const own = table.seats.findIndex((seat) => seat.mine);
  const chosen = table.seats.map(({ avatar }, number) =>
    isAnimal(avatar)
      ? avatar
      : number === own
        ? ownAnimal()
        : (characterNamed(table.seats[number]?.name ?? "")?.animal ?? null),
  );
  const taken = new Set(chosen);
  return table.seats.map((seat, number) => {
    if (seat.kind === "bot") return characterOf(number).animal;
    const found = chosen[number];
    if (found) return found;
    const first = hash(seat.name);
    const order = PEOPLE.map((_, step) => PEOPLE[(first + step) % PEOPLE.length] ?? "dog");
    const animal = order.find((one) => !taken.has(one)) ?? order[0] ?? "dog";
    taken.add(animal);
    return animal;
  });
}
