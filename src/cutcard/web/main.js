// Where the page starts.

import {hearDrops} from "./dropping.js";
import "./elements/card.js";
import "./elements/clock.js";
import "./elements/hand.js";
import "./elements/seat.js";
import {Lounge} from "./lounge.js";
import {keepPage} from "./offline.js";

const lounge = new Lounge();
hearDrops(lounge);
void lounge.open();
keepPage();
