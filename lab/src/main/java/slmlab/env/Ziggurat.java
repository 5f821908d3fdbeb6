package slmlab.env;

/// Tables of NumPy's ziggurat: 255 layers and a tail of equal area under exp(−x²/2).
///
/// Marsaglia and Tsang 2000. The edges are NumPy's to the bit. They are not recomputed, because each follows
/// from the one before through a logarithm, and another library's last bit would move all that follow.
final class Ziggurat {
    static final double TAIL = 3.6541528853610088;
    static final double INVERSE_TAIL = 0.27366123732975828;
    private static final double AREA = 0.0049286732339746519;

    /// `WIDTH[i]` times an integer of 52 bits is a position in layer i.
    static final double[] WIDTH = new double[256];
    /// A 52-bit integer below `INSIDE[i]` lies under the curve, whatever its height in layer i.
    static final long[] INSIDE = new long[256];
    /// Height of the curve at the edge of layer i.
    static final double[] HEIGHT = new double[256];

    /// Right edges of layers 1 to 255, as the bits of doubles.
    private static final String EDGES = """
            3fcb8d0be3fdf6c6 3fd250af3c2c5bb4 3fd57cb938443b61 3fd801fce82fa70c 3fda230c2e4cd0bc 3fdc004d2f3861f7
            3fddac2f5a747274 3fdf32482d4cd5c3 3fe04d32278ebbad 3fe0f5053b025d43 3fe192a697413677 3fe227a28f7a1af5
            3fe2b52e3863d880 3fe33c3fc05791f5 3fe3bd9ec1a2b12f 3fe439ef8dff9b55 3fe4b1bb363dfea7 3fe52575621ad374
            3fe59580a707ce96 3fe60231cfd97eea 3fe66bd261a37c3d 3fe6d2a292000570 3fe736dad346f8a6 3fe798ad10b32a77
            3fe7f845ad46f543 3fe855cc53430a77 3fe8b1649e7b769a 3fe90b2ea94ecf98 3fe96347822c1eea 3fe9b9c98e38c546
            3fea0eccdca4a72c 3fea62676d77cd59 3feab4ad6e101630 3feb05b16d136c9c 3feb558487427a29 3feba4368e529f3a
            3febf1d62abf8232 3fec3e70f9594ef3 3fec8a13a5323b61 3fecd4c9fe72268b 3fed1e9f0e80b748 3fed679d29e41f10
            3fedafce0023b8c3 3fedf73aa9f17653 3fee3debb5d2edfe 3fee83e9337a6f00 3feec93abdf982ce 3fef0de784f06226
            3fef51f654d8f688 3fef956d9e87d7ae 3fefd8537dfa2eac 3ff00d56e04234ec 3ff02e40f5398f9a 3ff04eea9e16a5fc
            3ff06f565b72a010 3ff08f869071f40b 3ff0af7d84bc6113 3ff0cf3d664bcc7f 3ff0eec84b16086b 3ff10e20329515ee
            3ff12d4707310fbe 3ff14c3e9f8e9141 3ff16b08bfc4201e 3ff189a71a78da34 3ff1a81b51ee6d88 3ff1c666f8f82acb
            3ff1e48b93e0d42e 3ff2028a9940a09f 3ff2206572c4c6e9 3ff23e1d7de9c31f 3ff25bb40ca96bfb 3ff2792a661dd37f
            3ff29681c719d71b 3ff2b3bb62b82eda 3ff2d0d862e1b853 3ff2edd9e8cba98e 3ff30ac10d6e48d7 3ff3278ee1f4b930
            3ff3444470265ea1 3ff360e2baca52d5 3ff37d6abe05586a 3ff399dd6fb2b264 3ff3b63bbfb83d03 3ff3d28698561de0
            3ff3eebede725a83 3ff40ae571e09e74 3ff426fb2da6745d 3ff44300e83c30a4 3ff45ef773cac75d 3ff47adf9e66c336
            3ff496ba32488f2f 3ff4b287f602415d 3ff4ce49acb311dc 3ff4ea001638a605 3ff505abef5e5562 3ff5214df20a8b5a
            3ff53ce6d56a664f 3ff558774e1bb2c8 3ff574000e555f78 3ff58f81c60e8514 3ff5aafd23241b59 3ff5c672d17d733d
            3ff5e1e37b2f8cd3 3ff5fd4fc89f5e38 3ff618b860a31fc3 3ff6341de8a2b0a2 3ff64f8104b7260b 3ff66ae257c99672
            3ff6864283b13137 3ff6a1a22950b2b1 3ff6bd01e8b343bb 3ff6d8626128d352 3ff6f3c43161f854 3ff70f27f78b68eb
            3ff72a8e516914c6 3ff745f7dc70eedc 3ff7616535e5731f 3ff77cd6faeff449 3ff7984dc8babd93 3ff7b3ca3c8b1409
            3ff7cf4cf3db22fb 3ff7ead68c73dee7 3ff80667a486ea1f 3ff82200dac88676 3ff83da2ce899f15 3ff8594e1fd1f5bd
            3ff875036f7a7ec5 3ff890c35f47f72d 3ff8ac8e9205c043 3ff8c865aba10c9c 3ff8e44951446a27 3ff9003a2973b58f
            3ff91c38dc288347 3ff9384612ef0afc 3ff954627903a28a 3ff9708ebb70d5ee 3ff98ccb892e2a31 3ff9a919933f99bf
            3ff9c5798cd5d92c 3ff9e1ec2b6f7411 3ff9fe7226fad24a 3ffa1b0c39f93692 3ffa37bb21a2c85b 3ffa547f9e0bbb88
            3ffa715a724aa9a4 3ffa8e4c64a0313d 3ffaab563e9ff108 3ffac878cd5af5ce 3ffae5b4e18bb336 3ffb030b4fc3a11a
            3ffb207cf09a985b 3ffb3e0aa0e00c00 3ffb5bb541ce3d03 3ffb797db93f8927 3ffb9764f1e5f73c 3ffbb56bdb85256e
            3ffbd3936b2ec0a2 3ffbf1dc9b81ae83 3ffc10486cec16a0 3ffc2ed7e5f07a2d 3ffc4d8c136e0d1c 3ffc6c6608ec8705
            3ffc8b66e0eba617 3ffcaa8fbd36a2ab 3ffcc9e1c73bd690 3ffce95e3068e037 3ffd0906328b8f6e 3ffd28db1037ef20
            3ffd48de1533c647 3ffd691096e7f123 3ffd8973f4d7fba5 3ffdaa0999206e70 3ffdcad2f8fc490e 3ffdebd195522e37
            3ffe0d06fb49d21c 3ffe2e74c4ea46f6 3ffe501c99c1d188 3ffe72002f97fe25 3ffe94214b2abf0a 3ffeb681c0f76f08
            3ffed9237610a73a 3ffefc086101eca9 3fff1f328ac25321 3fff42a40fb74d6d 3fff665f20c90168 3fff8a6604899782
            3fffaebb187122bf 3fffd360d22fe785 3ffff859c118f60b 40000ed447d3a075 400021a8028fc947 400034a983a902ab
            400047da4e3ef5c7 40005b3bf6adb37e 40006ed023a72668 400082988f632e17 4000969708e8a254 4000aacd7571c0c4
            4000bf3dd1eed448 4000d3ea34aa3d30 4000e8d4cf116593 4000fdffefa69fb6 4001136e04207041 400129219bbb5d35
            40013f1d69c4096d 4001556448602e3b 40016bf93b9deef3 400182df74d21261 40019a1a564eebac 4001b1ad777f2f8e
            4001c99ca971a694 4001e1ebfbe4ae39 4001fa9fc2e2d901 400213bc9d04cc81 40022d477a6fd3ee 40024745a4ac9c24
            400261bcc77658e0 40027cb2faa8592e 4002982ecd770e78 4002b437532a0a52 4002d0d43196db97 4002ee0db1a978f5
            40030becd256aeee 40032a7b5e68a4a3 400349c405ae12a3 400369d27a33a840 40038ab39256410a 4003ac7570ae88fa
            4003cf27b31704a6 4003f2dbaa60f475 400417a49cb9e5da 40043d9815545e94 400464ce44a73a15 40048d62759c43bc
            4004b7739d6b5a27 4004e3250dcd8902 4005109f53e9ac41 40054011523a7e42 400571b1a94ae41b 4005a5c08b718dd9
            4005dc8a243ad0fe 40061669cf861e4c 400653ce7b006aea 40069540be9fe5c3 4006db6b8d09e232 40072728f05f7a34
            4007799556090673 4007d42df4d6ce8c 400839030529f234 4008ab0fbfaa7c14 40092ee0946f4496 4009cbee014057ab
            400a8fdc7894775a 400b981f3878fdb1 400d3bb48209ad33
            """;

    static {
        String[] edges = EDGES.strip().split("\\s+");
        HEIGHT[0] = 1;
        for (int i = 1; i < 256; i++) {
            double edge = Double.longBitsToDouble(Long.parseUnsignedLong(edges[i - 1], 16));
            WIDTH[i] = edge * 0x1p-52;
            HEIGHT[i] = StrictMath.exp(-0.5 * edge * edge);
            INSIDE[i] = (long) Math.rint(WIDTH[i - 1] / WIDTH[i] * 0x1p52); // 0 for the first, as WIDTH[0] is still 0
        }
        WIDTH[0] = AREA / HEIGHT[255] * 0x1p-52; // layer 0 is the tail and the box beside it
        INSIDE[0] = (long) Math.rint(TAIL * HEIGHT[255] / AREA * 0x1p52);
    }

    private Ziggurat() {}
}
